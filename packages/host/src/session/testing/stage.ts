import type { Agent } from "@squire/agent";
import { userText } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace, Turn } from "@squire/testkit";
import { openHost } from "../../open.ts";
import type { Host } from "../../open.ts";
import { sessionStore } from "../../sessions.ts";
import { openLiveSession } from "../live-session.ts";
import { planRewind, type RewindWish } from "../rewind/plan.ts";
import type { RewindResult } from "../rewind/result.ts";
import { rewind, type RewindOptions } from "../rewind/rewind.ts";
import { openSite, type OpenSite } from "../rewind/site.ts";

/** A user's machine: a folder to work in, a home, and a model that does as it is told. */
export type Stage = AsyncDisposable & {
  readonly work: TempWorkspace;
  readonly home: TempWorkspace;
  readonly host: Host;
  readonly server: ScriptedServer;
  /** One turn of the one session, in a process of its own: what the model does, step by step. */
  turn(prompt: string, ...replies: readonly Turn[]): Promise<void>;
  /** The same in another folder. */
  turnIn(cwd: string, prompt: string, ...replies: readonly Turn[]): Promise<void>;
  /** The session, open as a command would have it. */
  open<T>(run: (site: OpenSite) => Promise<T>): Promise<T>;
  /** The same with an agent that stays: as in a screen that is open all the time. */
  live(
    run: (
      site: OpenSite,
      say: (prompt: string, ...replies: readonly Turn[]) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void>;
  rewind(wish: RewindWish, options?: RewindOptions): Promise<RewindResult>;
  /** What a start told the user. */
  readonly told: readonly string[];
};

export async function stage(files: Readonly<Record<string, string | Uint8Array>>): Promise<Stage> {
  const [work, home] = [await tempWorkspace(files), await tempWorkspace()];
  const { server, replies } = await obedientModel();
  const host = await hostFor(server, work, home);
  const told: string[] = [];
  let id: string | undefined;
  const opened = async (): Promise<OpenSession> => {
    const store = sessionStore(host.home, (message) => told.push(message));
    const session = await (id === undefined
      ? store.create({ cwd: host.cwd })
      : store.open(id, host.cwd));
    id = session.header.id;
    return session;
  };
  const open: Stage["open"] = async (run) => {
    await using session = await opened();
    const site = openSite(host.home, session);
    if (site === null) throw new Error("The session is not on disk.");
    return await run(site);
  };
  const turnIn: Stage["turnIn"] = async (cwd, prompt, ...script) => {
    await using session = await opened();
    replies.push(...script);
    await runTurn({ ...host, cwd }, session, prompt);
    if (replies.length > 0) throw new Error(`${replies.length} replies were not asked for.`);
  };
  return {
    work,
    home,
    host,
    server,
    told,
    open,
    turnIn,
    live: (run) =>
      open(async (site) => {
        const agent = await agentFor(host, site.log);
        await run(site, async (prompt, ...script) => {
          replies.push(...script);
          await agent.prompt(userText(prompt));
          await agent.whenIdle();
        });
      }),
    turn: (prompt, ...script) => turnIn(host.cwd, prompt, ...script),
    rewind: (wish, options) =>
      open(async (site) => {
        const plan = await planRewind(site, wish);
        if (plan.kind === "refused") throw new Error(plan.message);
        return rewind(site, plan, options);
      }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await work[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Answers with the replies that were put there. */
async function obedientModel(): Promise<{
  readonly server: ScriptedServer;
  readonly replies: Turn[];
}> {
  const replies: Turn[] = [];
  const server = await startScriptedServer(() => {
    const next = replies.shift();
    if (next === undefined) throw new Error("The model was asked more often than expected.");
    return next;
  });
  return { server, replies };
}

async function hostFor(
  server: ScriptedServer,
  work: TempWorkspace,
  home: TempWorkspace,
): Promise<Host> {
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "anthropic"\nbase_url = "${server.url}"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n[shell]\nintercept = false\n[sandbox]\nbash = "off"\n`;
  await home.write("config.toml", config);
  return openHost({
    env: { SQUIRE_HOME: home.root, PATH: process.env["PATH"] ?? "" },
    cwd: work.root,
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
}

async function runTurn(host: Host, session: OpenSession, prompt: string): Promise<void> {
  const agent = await agentFor(host, session);
  const result = await agent.prompt(userText(prompt));
  await agent.whenIdle();
  if (result.status !== "finished") throw new Error(`The turn ended as ${result.status}.`);
}

async function agentFor(host: Host, session: OpenSession): Promise<Agent> {
  const choice = await host.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  const { agent } = await openLiveSession({
    host,
    session,
    info: choice.model,
    model: await host.models.open(choice.model),
    mode: "code",
    yes: true,
    tools: true,
    maxSteps: 64,
    budgetUsd: 0,
    emit: () => {},
  });
  return agent;
}
