import { userText } from "@squire/protocol/values";
import type { OpenSession, ReadSession } from "@squire/session";
import { refuse } from "../failures.ts";
import type { Handlers, Scene } from "../handlers.ts";
import type { SessionDesk } from "../desk.ts";
import { startTurn } from "../start-turn.ts";

type Names = "research.start" | "research.finish" | "report.verify";

export const researchHandlers: Handlers<Names> = {
  "research.start": async ({ sessionKey, question, timeout, ...wish }, { desks }) => {
    const desk = await idleDesk(desks, sessionKey);
    const { research, controls } = desk.live;
    research.setWish({ ...wish, ...(timeout === undefined ? {} : { timeMs: timeout * 1000 }) });
    await desk.work(async () => {
      await controls.setMode("research");
      await controls.renewMode();
    });
    return { runId: await startTurn(desk, userText(question)) };
  },

  "research.finish": async ({ sessionKey }, { desks }) => {
    const desk = await idleDesk(desks, sessionKey);
    const question = await desk.live.research.resume();
    if (question === null) return { runId: null };
    await desk.work(() => desk.live.controls.setMode("research"));
    const text = `Finish the research: write the report from the notes.\n\nThe question was: ${question}`;
    return { runId: await startTurn(desk, userText(text)) };
  },

  "report.verify": async ({ sessionKey }, { desks }) => {
    const { verifySession } = await import("../../research/verify-session.ts");
    const { tree, path, header } = await readAt(desks, sessionKey);
    const at = { branch: tree.branch(), logPath: path, cwd: header.cwd };
    return (
      (await verifySession(at)) ?? refuse("not_found", "Nothing in this session can be checked.")
    );
  },
};

async function idleDesk(desks: Scene["desks"], key: string): Promise<SessionDesk> {
  const desk = await desks.get(key);
  await desk.whenFree();
  await desk.whenTurnIsOver();
  if (desk.agent.running) return refuse("busy", "A turn is running.", "Stop it first: /abort.");
  return desk;
}

/** The tree of a session and where its log lies; null: nowhere. */
export async function readAt(
  desks: Scene["desks"],
  key: string,
): Promise<Pick<ReadSession, "header" | "tree"> & Pick<OpenSession, "path">> {
  const id = await desks.idOf(key);
  const desk = await desks.opened(id);
  if (desk !== null) return desk.session;
  const [read, { path }] = await Promise.all([desks.store.read(id), desks.store.find(id)]);
  return { header: read.header, tree: read.tree, path };
}
