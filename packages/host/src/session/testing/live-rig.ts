import type { AgentEvent } from "@squire/protocol";
import { userText } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import type { Host } from "../../open.ts";
import { openHost } from "../../open.ts";
import { sessionStore } from "../../sessions.ts";
import type { LiveInput } from "../live-input.ts";
import type { LiveSession } from "../live-session.ts";
import { openLiveSession } from "../live-session.ts";
import type { Rerun } from "../rerun.ts";
import { rerunSession } from "../rerun.ts";
import { wishesOf } from "../resume.ts";

export type RigInput = {
  readonly server: ScriptedServer;
  readonly home: TempWorkspace;
  readonly window?: number;
  /** More settings, as TOML with sections. */
  readonly settings?: string;
};

export type Opening = Partial<
  Pick<
    LiveInput,
    | "mode"
    | "thinking"
    | "yes"
    | "maxSteps"
    | "appendSystem"
    | "tools"
    | "trust"
    | "rules"
    | "approve"
    | "approvalMs"
    | "confirmYolo"
    | "userBash"
    | "before"
  >
> & {
  /** `--model`. */
  readonly model?: string;
  /** Goes on with this session. */
  readonly id?: string;
  readonly onEvent?: (event: AgentEvent, live: () => LiveSession) => void;
  /** What the user does after the prompt with this number, from 0. */
  readonly after?: (live: LiveSession, prompt: number) => Promise<unknown>;
};

/** A host on a temporary home with two models, `mock/m` and `other/n`, behind one scripted server. */
export async function hostFor(rig: RigInput, model?: string) {
  const { server, home, window = 100_000, settings = "" } = rig;
  const provider = (name: string, kind: string, id: string, path: string): string =>
    `[[providers]]\nname = "${name}"\nkind = "${kind}"\nbase_url = "${server.url}${path}"\nauth = "none"\nmodels = ["${id}"]\ncontext_window = ${window}\n`;
  await home.write(
    "home/config.toml",
    `default_model = "mock/m"\n${provider("mock", "anthropic", "m", "")}${provider("other", "openai", "n", "/v1")}${settings}`,
  );
  return openHost({
    env: { SQUIRE_HOME: home.path("home"), PATH: process.env["PATH"] ?? "" },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
    ...(model === undefined ? {} : { model }),
  });
}

export type Talk = { readonly id: string; readonly events: readonly AgentEvent[] };

/** One process: opens the session, says the prompts one after the other, and ends. */
export async function talk(
  rig: RigInput,
  prompts: readonly string[],
  opening: Opening = {},
): Promise<Talk> {
  const host = await hostFor(rig, opening.model);
  await using session = await sessionFor(host, opening.id);
  const choice = await host.models.choose(wishesOf(session));
  if (!choice.ok) throw new Error(choice.failure.message);
  const { id: _id, model: _model, onEvent, after, ...flags } = opening;
  const { thinking = choice.thinking } = flags;
  const events: AgentEvent[] = [];
  await using live: LiveSession = await openLiveSession({
    host,
    session,
    info: choice.model,
    model: await host.models.open(choice.model),
    yes: true,
    tools: true,
    maxSteps: 64,
    budgetUsd: 0,
    ...flags,
    ...(thinking === undefined ? {} : { thinking }),
    emit: (event) => {
      events.push(event);
      onEvent?.(event, () => live);
    },
  });
  for (const [at, prompt] of prompts.entries()) {
    await live.agent.prompt(userText(prompt));
    await live.agent.whenIdle();
    await after?.(live, at);
  }
  return { id: session.header.id, events };
}

async function sessionFor(host: Host, id: string | undefined): Promise<OpenSession> {
  const store = sessionStore(host.home);
  return id === undefined ? store.create({ cwd: host.cwd }) : store.open(id);
}

export async function readBack(rig: RigInput, id: string) {
  return sessionStore((await hostFor(rig)).home).read(id);
}

export async function rerun(rig: RigInput, id: string): Promise<Rerun> {
  return rerunSession(await hostFor(rig), await readBack(rig, id));
}
