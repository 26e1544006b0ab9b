import { resolve } from "node:path";
import type { HistoryItem, SessionSummary } from "@squire/protocol";
import type { ListedSession, Tree } from "@squire/session";
import { agentText } from "../../agents/agents.ts";
import type { SessionDesk } from "../desk.ts";
import { refuse } from "../failures.ts";
import type { Handlers, Scene } from "../handlers.ts";

type Names =
  | "sessions.create"
  | "sessions.list"
  | "sessions.get"
  | "sessions.attach"
  | "sessions.detach"
  | "sessions.fork"
  | "sessions.rename"
  | "sessions.delete"
  | "sessions.export"
  | "chat.history";

const USUAL_LIMIT = 100;

export const sessionHandlers: Handlers<Names> = {
  "sessions.create": async (params, scene) => {
    const { desks, host } = scene;
    const { agentId, name, cwd, mode, trust, model, ephemeral = false } = params;
    if (agentId !== undefined && (await agentText(host.home, agentId)) === null) {
      return refuse("not_found", `There is no agent ${agentId}.`, "agents.list names them.");
    }
    if (trust === "yolo") {
      return refuse("denied", "A session does not begin with yolo.", "Set it with trust.set.");
    }
    if (name !== undefined && ephemeral) {
      return refuse("invalid", "A session that is not kept has no name.", "Leave one of them out.");
    }
    const folder = resolve(host.cwd, cwd ?? ".");
    await refuseStrangeFolder(folder, scene);
    const { desk, resumed } = await desks.create({
      cwd: folder,
      ephemeral,
      ...(name === undefined ? {} : { name }),
      ...(agentId === undefined ? {} : { agentId }),
      ...(mode === undefined ? {} : { mode }),
      ...(trust === undefined ? {} : { trust }),
      ...(model === undefined ? {} : { model }),
    });
    return { sessionKey: desk.id, ...(resumed ? { resumed } : {}) };
  },

  "sessions.list": async ({ limit = USUAL_LIMIT, offset = 0, cwd, query }, { desks }) => {
    const { sessions } = await desks.store.list(cwd);
    const found = sessions.filter((session) => query === undefined || fits(session, query));
    const running = await runningIds({ desks });
    const page = found.slice(offset, offset + limit).map((one) => summaryOf(one, running));
    return { sessions: page, total: found.length };
  },

  "sessions.get": async ({ sessionKey }, { desks }) => {
    const desk = await desks.get(sessionKey);
    return { session: desk.state(), messages: historyOf(desk.session.tree) };
  },

  "sessions.attach": async (params, { desks }) => {
    const { feed, ...desk } = await attached(desks, params.sessionKey);
    const fromSeq = feed.placeOf(params.fromSeq ?? 0, params.stream);
    const isHeld = fromSeq + 1 >= feed.oldest && fromSeq <= feed.seq;
    const nextSeq = isHeld ? fromSeq + 1 : Math.max(1, feed.seq);
    return { session: desk.state, nextSeq };
  },

  // In one process a stream ends with its reader; over a wire the gateway ends it.
  "sessions.detach": async () => ({ ok: true }),

  "sessions.fork": async ({ sessionKey, entryId }, { desks }) => {
    const id = await desks.idOf(sessionKey);
    // What is on its way into the log belongs to the fork as well.
    await (await desks.opened(id))?.session.flush();
    const fork = await desks.store.fork(id, entryId === undefined ? {} : { entryId });
    return { sessionKey: fork.id };
  },

  "sessions.rename": async ({ sessionKey, title }, { desks }) => {
    const desk = await desks.get(sessionKey);
    await desk.work(async () => {
      await desk.session.append({ type: "title", title, by: "user" });
      desk.publish({ type: "title.changed", title });
    });
    return { ok: true };
  },

  "sessions.delete": async ({ sessionKey }, { desks }) => {
    const id = await desks.idOf(sessionKey);
    const desk = await desks.opened(id);
    if (desk !== null) await desks.close(desk);
    if (desk?.session.path !== null) await desks.store.delete(id);
    return { ok: true };
  },

  "sessions.export": async ({ sessionKey, format = "markdown", path }, { desks, host }) => {
    const { header, tree } = await treeOf(desks, sessionKey);
    const { exportPage } = await import("../export-page.ts");
    return exportPage({ header, branch: tree.branch() }, { format, path, cwd: host.cwd });
  },

  "chat.history": async ({ sessionKey, limit = USUAL_LIMIT, offset = 0 }, { desks }) => {
    const { tree } = await treeOf(desks, sessionKey);
    const all = historyOf(tree);
    const end = Math.max(0, all.length - offset);
    return { messages: all.slice(Math.max(0, end - limit), end), total: all.length };
  },
};

/** A page works where the user has worked before: it does not choose what may be read. */
async function refuseStrangeFolder(folder: string, { desks, host, reach }: Scene): Promise<void> {
  if (reach !== "page" || folder === host.cwd) return;
  const { sessions } = await desks.store.list(folder);
  if (sessions.length > 0) return;
  refuse(
    "denied",
    `No session has worked in ${folder}.`,
    "Begin the first one in a terminal there.",
  );
}

async function attached(desks: Scene["desks"], key: string) {
  const desk = await desks.get(key);
  return { feed: desk.feed, state: desk.state() };
}

/** For looking: a session that is not open here is read without its lock. */
export async function treeOf(
  desks: Scene["desks"],
  key: string,
): Promise<Pick<SessionDesk["session"], "header" | "tree">> {
  const id = await desks.idOf(key);
  const desk = await desks.opened(id);
  return desk === null ? desks.store.read(id) : desk.session;
}

async function runningIds({ desks }: Pick<Scene, "desks">): Promise<ReadonlySet<string>> {
  const all = await desks.all();
  return new Set(all.filter((desk) => desk.agent.running).map(({ id }) => id));
}

/** A log that this host has open is locked all the time; it runs when its agent does. */
function summaryOf(listed: ListedSession, running: ReadonlySet<string>): SessionSummary {
  const { id, title, preview, name, cwd, turns, costUsd, createdAt, updatedAt } = listed;
  const shown = title ?? name ?? preview;
  return {
    id,
    title: shown,
    cwd,
    turns,
    costUsd,
    createdAt,
    updatedAt,
    running: running.has(id),
  };
}

function fits({ title, preview, name, cwd }: ListedSession, query: string): boolean {
  const wanted = query.toLowerCase();
  return [title, preview, name, cwd].some((text) => text?.toLowerCase().includes(wanted) === true);
}

function historyOf(tree: Tree): readonly HistoryItem[] {
  return tree.branch().flatMap((entry): readonly HistoryItem[] => {
    const { id: entryId, ts } = entry;
    if (entry.type === "message") {
      return [{ entryId, ts, status: entry.status, message: entry.message }];
    }
    if (entry.type !== "tool_result") return [];
    const status = entry.details.ending === "aborted" ? "aborted" : "complete";
    return [{ entryId, ts, status, message: entry.outcome }];
  });
}
