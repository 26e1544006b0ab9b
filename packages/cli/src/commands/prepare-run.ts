import type { Choice, Host, OpenModel } from "@squire/host";
import type { UserFailure, UserMessage } from "@squire/protocol";
import { textOf, userText } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { planSession } from "../open-session.ts";
import { say } from "./sessions-at.ts";
import type { SessionPlan } from "../open-session.ts";
import { shortLine } from "../output/figures.ts";
import { readTask } from "../attach/task-words.ts";
import type { Task } from "../attach/task-words.ts";
import { readLimits } from "../read-limits.ts";
import type { Limits } from "../read-limits.ts";
import { closest } from "../spelling.ts";

type Flags = Invocation<"run">["flags"];

type Wish = {
  readonly flags: Flags;
  readonly words: readonly string[];
  readonly piped: string;
};

/** All that a run needs. */
export type Ready = {
  readonly ok: true;
  readonly prompt: string;
  /** The prompt with what is attached to it. */
  readonly message: UserMessage;
  /** The only tools to offer; null: those the session has. */
  readonly tools: readonly string[] | null;
  readonly limits: Limits;
  /** Undefined: the built-in instructions. */
  readonly system: string | undefined;
  readonly choice: Extract<Choice, { ok: true }>;
  readonly model: OpenModel;
  readonly session: OpenSession;
};

type NotReady = { readonly ok: false; readonly failure: UserFailure };

/** Everything that can be wrong before a model is asked; a new session is made last. */
export async function prepareRun(
  { flags, words, piped }: Wish,
  host: Host,
  io: Io,
): Promise<Ready | NotReady> {
  const outside = host.loaded.settings.references.outside;
  const read = await readTask(words, { cwd: host.cwd, outside });
  if (!read.ok) return read;
  const { text, files } = read.task;
  const prompt = joinPrompt(text, piped);
  if (prompt.trim() === "" && files.length === 0) return { ok: false, failure: NO_TASK };
  if (host.fatal !== null) return { ok: false, failure: host.fatal };
  const { ruleFailure } = await import("@squire/host/live");
  const { allow, ask, deny } = flags;
  const unruly = ruleFailure(host.loaded, { allow, ask, deny });
  if (unruly !== null) return { ok: false, failure: unruly };
  const limits = readLimits(flags, host);
  if ("failure" in limits) return { ok: false, failure: limits.failure };
  const tools = await chosenTools(flags, host);
  if (!tools.ok) return tools;
  const { systemPromptOf } = await import("@squire/host");
  const base = await systemPromptOf(host.loaded);
  if (!base.ok) return base;
  for (const message of base.warnings) say(io, message);
  const plan = await planSession(flags, host, io);
  if (!plan.ok) return plan;
  const found = plan.resumes ? await resume(plan, host) : await begin(plan, host);
  if (!found.ok) return found;
  const system = flags.systemPrompt ?? (base.text === "" ? undefined : base.text);
  for (const line of openingLines(found)) say(io, line);
  const message = await messageFor(prompt, files, found, io);
  return { ...found, prompt, message, limits, system, tools: tools.names };
}

/** Standard input is appended to the task (CLI-3). */
export function joinPrompt(task: string, piped: string): string {
  if (piped.trim() === "") return task;
  return task === "" ? piped : `${task}\n\n${piped}`;
}

async function messageFor(
  prompt: string,
  files: Task["files"],
  { choice }: Found,
  io: Io,
): Promise<UserMessage> {
  if (files.length === 0) return userText(prompt);
  const { provider, id, input } = choice.model;
  const images = input.includes("image");
  if (!images && files.some(({ type }) => type === "image")) {
    say(io, `${provider}/${id} takes no images, and is told so instead.`);
  }
  const { userMessage } = await import("../attach/user-message.ts");
  return userMessage(prompt, files, { images });
}

type ChosenTools = { readonly ok: true; readonly names: readonly string[] | null };

/** `--tools read,grep`; a name that no tool has is an error before anybody is asked. */
async function chosenTools(flags: Flags, host: Host): Promise<ChosenTools | NotReady> {
  const wanted = flags.tools.flatMap((names) => names.split(",")).map((name) => name.trim());
  const names = wanted.filter((name) => name !== "");
  if (names.length === 0) return { ok: true, names: null };
  const { listTools } = await import("@squire/host/workbench");
  const { tools } = await listTools(host);
  const known = new Map(tools.flatMap((t) => [t.name, ...t.aliases].map((name) => [name, t.name])));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) {
    return { ok: true, names: names.flatMap((name) => known.get(name) ?? []) };
  }
  const near = closest(unknown, [...known.keys()]);
  const failure: UserFailure = {
    code: "invalid",
    message: `There is no tool "${unknown}".`,
    advice: near === null ? "`squire tool list` shows them." : `Did you mean ${near}?`,
    retryable: false,
  };
  return { ok: false, failure };
}

type Found = Pick<Ready, "ok" | "choice" | "model" | "session">;

/** A new session is made last: what is wrong before leaves nothing behind. */
async function begin(plan: SessionPlan, host: Host): Promise<Found | NotReady> {
  const choice = await host.models.choose();
  if (!choice.ok) return choice;
  const model = await host.models.open(choice.model);
  // The disk is waited for while the loop is loaded.
  const [opened] = await Promise.all([plan.open(), import("@squire/host/live")]);
  return opened.ok ? { ok: true, choice, model, session: opened.session } : opened;
}

/** A session that goes on has a say in the choice of its model (MODL-11). */
async function resume(plan: SessionPlan, host: Host): Promise<Found | NotReady> {
  const [opened, { wishesOf }] = await Promise.all([plan.open(), import("@squire/host/live")]);
  if (!opened.ok) return opened;
  const { session } = opened;
  const choice = await host.models.choose(wishesOf(session));
  if (choice.ok) return { ok: true, choice, model: await host.models.open(choice.model), session };
  await session.close();
  return choice;
}

const STOPGAP =
  "no model is set up: scout answers, offline, by quoting what it finds. `squire setup` chooses a model.";

/** What somebody should know before the work begins. */
function openingLines({ session, choice }: Found): readonly string[] {
  const { insteadOf, model, stopgap } = choice;
  const { queue } = session.state();
  return [
    ...(stopgap === true ? [STOPGAP] : []),
    ...session.mended.problems.map(({ message }) => message),
    ...(insteadOf === undefined
      ? []
      : [`${insteadOf} cannot be used now; going on with ${model.provider}/${model.id}.`]),
    ...queue.map(({ message }) => `waiting since last time: ${shortLine(textOf(message), 60)}`),
  ];
}

const NO_TASK: UserFailure = {
  code: "invalid",
  message: "There is no task.",
  advice: 'Write it as squire run "<task>", or pipe it in.',
  retryable: false,
};
