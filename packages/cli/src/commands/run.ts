import type { Host, OpenModel } from "@squire/host";
import type { Choice } from "@squire/host";
import type { RunOutput, UserFailure } from "@squire/protocol";
import { NO_USAGE, textOf, userText } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import type { Invocation } from "../args.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { planSession } from "../open-session.ts";
import type { SessionPlan } from "../open-session.ts";
import { shortLine } from "../output/figures.ts";
import type { Output } from "../output/output.ts";
import { outputFor } from "../output/output-for.ts";
import { terminalText } from "../output/terminal-text.ts";
import { runOutputOf } from "../run-result.ts";
import { say } from "./sessions-at.ts";

type Run = Invocation<"run">;
type Chosen = Extract<Choice, { ok: true }>;

/** One task, one answer (CLI-1). */
export async function runCommand({ flags, args }: Run, io: Io): Promise<number> {
  let sessionId: string | null = null;
  const output = outputFor(flags.output, {
    stdout: io.stdout,
    stderr: io.stderr,
    now: Date.now,
    requestId: crypto.randomUUID(),
    sessionId: () => sessionId,
    verbose: flags.verbose,
  });
  const [host, piped] = await Promise.all([openHostFor(flags, io), io.readStdin()]);
  const ready = await prepare({ flags, prompt: joinPrompt(args.task ?? "", piped) }, host, io);
  if (!ready.ok) return close(output, failedRun(ready.failure));
  await using session = ready.session;
  sessionId = session.path === null ? null : session.header.id;
  const { result, shown } = await work({ ...ready, flags, output }, host, io);
  const code = close(output, result, shown);
  await tidy(host, flags.verbose, io);
  return code;
}

/** Now nobody waits; what fails here is tried again tomorrow. */
async function tidy(host: Host, verbose: boolean, io: Io): Promise<void> {
  const { tidySnapshots } = await import("@squire/host/live");
  try {
    await tidySnapshots(host.home);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (verbose) say(io, `old snapshots could not be removed: ${why}`);
  }
}

/** Standard input is appended to the task (CLI-3). */
export function joinPrompt(task: string, piped: string): string {
  if (piped.trim() === "") return task;
  return task === "" ? piped : `${task}\n\n${piped}`;
}

type Wish = { readonly flags: Run["flags"]; readonly prompt: string };

type Ready = {
  readonly ok: true;
  readonly prompt: string;
  readonly limits: Limits;
  /** Undefined: the built-in instructions. */
  readonly system: string | undefined;
  readonly choice: Chosen;
  readonly model: OpenModel;
  readonly session: OpenSession;
};

type NotReady = { readonly ok: false; readonly failure: UserFailure };

/** Everything that can be wrong before a model is asked; the session is opened last. */
async function prepare({ flags, prompt }: Wish, host: Host, io: Io): Promise<Ready | NotReady> {
  if (prompt.trim() === "") return { ok: false, failure: NO_TASK };
  if (host.fatal !== null) return { ok: false, failure: host.fatal };
  const limits = readLimits(flags, host);
  if ("failure" in limits) return { ok: false, failure: limits.failure };
  const { systemPromptOf } = await import("@squire/host");
  const base = await systemPromptOf(host.loaded.settings);
  if (!base.ok) return base;
  const plan = await planSession(flags, host, (message) => say(io, message));
  if (!plan.ok) return plan;
  const found = plan.resumes ? await resume(plan, host) : await begin(plan, host);
  if (!found.ok) return found;
  const system = flags.systemPrompt ?? (base.text === "" ? undefined : base.text);
  for (const line of openingLines(found)) io.stderr.write(`squire: ${terminalText(line)}\n`);
  return { ...found, prompt, limits, system };
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

/** What somebody who goes on with a session should know. */
function openingLines({ session, choice }: Found): readonly string[] {
  const { insteadOf, model } = choice;
  const { queue } = session.state();
  return [
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

type Limits = { readonly maxSteps: number; readonly budgetUsd: number };

function readLimits(flags: Run["flags"], { loaded }: Host): Limits | { failure: UserFailure } {
  const maxSteps = Number(flags.maxSteps ?? loaded.settings.agent.maxSteps);
  const budgetUsd = Number(flags.budget ?? loaded.settings.budgetUsd);
  if (!Number.isInteger(maxSteps) || maxSteps < 1) {
    return { failure: wrongFlag("--max-steps", flags.maxSteps, "a whole number from 1") };
  }
  if (!Number.isFinite(budgetUsd) || budgetUsd < 0) {
    return { failure: wrongFlag("--budget", flags.budget, "an amount in USD, 0 for no limit") };
  }
  return { maxSteps, budgetUsd };
}

function wrongFlag(flag: string, given: string | undefined, wanted: string): UserFailure {
  const message = `${flag} takes ${wanted}, not "${given ?? ""}".`;
  return { code: "invalid", message, retryable: false };
}

type Job = Ready & { readonly flags: Run["flags"]; readonly output: Output };

const TITLE_WAIT_MS = 2_000;

/** Names the session while the work goes on; what it gives waits a moment for the name, not longer. */
function nameWhile(host: Host, { session, prompt }: Job, signal: AbortSignal): () => Promise<void> {
  if (session.state().turns > 0) return () => Promise.resolve();
  const late = new AbortController();
  const naming = import("@squire/host/live").then(({ makeTitle }) =>
    makeTitle(host, session, prompt, AbortSignal.any([signal, late.signal])),
  );
  return async () => {
    const timer = setTimeout(() => late.abort(), TITLE_WAIT_MS);
    await naming;
    clearTimeout(timer);
  };
}

type Worked = { readonly result: RunOutput; readonly shown: string };

async function work(job: Job, host: Host, io: Io): Promise<Worked> {
  const { flags, output, choice, model, session, limits, system } = job;
  const { openLiveSession, usageRecorder } = await import("@squire/host/live");
  const recordUsage = usageRecorder(session, host.home);
  const { agent } = await openLiveSession({
    host,
    session,
    info: choice.model,
    model,
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
    yes: flags.yes,
    tools: !flags.noTools,
    ...limits,
    ...(choice.thinking === undefined ? {} : { thinking: choice.thinking }),
    ...(system === undefined ? {} : { system }),
    ...(flags.appendSystemPrompt === undefined ? {} : { appendSystem: flags.appendSystemPrompt }),
    emit: (event) => output.event(event),
  });
  const named = nameWhile(host, job, io.signal);
  const result = await agent.prompt(userText(job.prompt), { signal: io.signal });
  await agent.whenIdle();
  await named();
  await session.flush();
  await recordUsage();
  const [{ checkMentions }, { strikeMentions }] = await Promise.all([
    import("@squire/host/live"),
    import("@squire/agent"),
  ]);
  const checked = await checkMentions(result.text, host.cwd);
  const sessionId = session.path === null ? null : session.header.id;
  const citations = checked.map(({ citation }) => citation);
  const broken = checked.filter(({ citation }) => citation.status === "missing");
  return {
    result: { ...runOutputOf(result, sessionId, io.signal), citations },
    shown: strikeMentions(
      result.text,
      broken.map(({ mention }) => mention),
    ),
  };
}

const EMPTY_RUN: RunOutput = {
  text: "",
  sessionId: null,
  usage: NO_USAGE,
  costUsd: null,
  stopReason: "stop",
  citations: [],
  changedFiles: [],
  approvalsNeeded: [],
};

function failedRun(error: UserFailure): RunOutput {
  return { ...EMPTY_RUN, stopReason: "error", error };
}

function close(output: Output, result: RunOutput, shown?: string): number {
  output.finish(result, shown);
  return exitCodeOf(result);
}
