import type { Host, OpenModel } from "@squire/host";
import type { Choice } from "@squire/host";
import type { RunOutput, UserFailure } from "@squire/protocol";
import { NO_USAGE, userText } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import type { Invocation } from "../args.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { openSessionFor } from "../open-session.ts";
import type { Output } from "../output/output.ts";
import { outputFor } from "../output/output-for.ts";
import { runOutputOf } from "../run-result.ts";

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
  return close(output, await work({ ...ready, flags, output }, host, io));
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
  const choice = await host.models.choose();
  if (!choice.ok) return choice;
  const model = await host.models.open(choice.model);
  // The disk is waited for while the loop is loaded.
  const [opened] = await Promise.all([
    openSessionFor(flags, host, io),
    import("@squire/host/live"),
  ]);
  if (!opened.ok) return opened;
  const system = flags.systemPrompt ?? (base.text === "" ? undefined : base.text);
  for (const { message } of opened.session.mended.problems) io.stderr.write(`squire: ${message}\n`);
  return { ok: true, prompt, limits, system, choice, model, session: opened.session };
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

async function work(job: Job, host: Host, io: Io): Promise<RunOutput> {
  const { flags, output, choice, model, session, limits, system } = job;
  const { openLiveSession, recordUsage } = await import("@squire/host/live");
  const { agent } = openLiveSession({
    host,
    session,
    info: choice.model,
    model,
    mode: flags.mode,
    yes: flags.yes,
    tools: !flags.noTools,
    ...limits,
    ...(choice.thinking === undefined ? {} : { thinking: choice.thinking }),
    ...(system === undefined ? {} : { system }),
    ...(flags.appendSystemPrompt === undefined ? {} : { appendSystem: flags.appendSystemPrompt }),
    emit: (event) => output.event(event),
  });
  const result = await agent.prompt(userText(job.prompt), { signal: io.signal });
  await agent.whenIdle();
  await session.flush();
  await recordUsage(session, host.home);
  return runOutputOf(result, session.path === null ? null : session.header.id, io.signal);
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

function close(output: Output, result: RunOutput): number {
  output.finish(result);
  return exitCodeOf(result);
}
