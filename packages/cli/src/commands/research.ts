import type { Host } from "@squire/host";
import type { LiveInput, LiveSession } from "@squire/host/live";
import type { AgentEvent, Report, RunOutput, UserFailure } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { logEvent } from "../output/log-events.ts";
import { openLog } from "../output/log.ts";
import { progressFor } from "../output/progress.ts";
import { terminalText } from "../output/terminal-text.ts";
import { runOutputOf } from "../run-result.ts";
import { prepareRun } from "./prepare-run.ts";
import type { Ready } from "./prepare-run.ts";
import { deliverReport } from "./research-output.ts";
import { say } from "./sessions-at.ts";

type Research = Invocation<"research">;

/** One question, one report whose every sentence can be checked (RES-7). */
export async function researchCommand({ flags, args }: Research, outside: Io): Promise<number> {
  const progress = progressFor(outside, flags.plain);
  const io: Io = { ...outside, stdout: progress.stdout, stderr: progress.stderr };
  try {
    const [host, piped] = await Promise.all([openHostFor(flags, io), io.readStdin()]);
    const { researchProblem } = await import("@squire/host/live");
    const problem = await researchProblem(host, wishOf(flags));
    if (problem !== null) return failed(problem, io);
    const words = resumes(flags, args.question) ? [RESUME] : (args.question ?? []);
    const ready = await prepareRun({ flags: asRun(flags), words, piped }, host, io);
    if (!ready.ok) return failed(ready.failure, io);
    await using session = ready.session;
    return await work(
      { ...ready, session, flags, event: (told) => progress.event(told) },
      host,
      io,
    );
  } finally {
    progress.stop();
  }
}

/** What stands for the question where an earlier one is gone on with. */
const RESUME = "Finish the research: write the report from the notes.";

function resumes(flags: Research["flags"], question: readonly string[] | undefined): boolean {
  return (question ?? []).length === 0 && (flags.continue || flags.resume !== undefined);
}

type Job = Ready & {
  readonly flags: Research["flags"];
  readonly event: (event: AgentEvent) => void;
};

async function work(job: Job, host: Host, io: Io): Promise<number> {
  const { session, flags } = job;
  const { openLiveSession, usageRecorder } = await import("@squire/host/live");
  const recordUsage = usageRecorder(session, host);
  await using live = await openLiveSession({ host, ...liveInput(job, io) });
  const { agent, research } = live;
  const message = job.prompt === RESUME ? await resumed(live) : job.message;
  if (message === null) return failed(NOTHING_OPEN, io);
  const result = await agent.prompt(message, { signal: io.signal });
  await agent.whenIdle();
  await session.flush();
  await recordUsage();
  const sessionId = session.path === null ? null : session.header.id;
  const output = runOutputOf(result, sessionId, io.signal);
  const { report } = research;
  if (report === null) return withoutReport(output, job, io);
  await deliverReport({ report, live, flags, sessionId, cwd: host.cwd, env: host.env }, io);
  tellPartial(report, io);
  for (const { summary } of output.approvalsNeeded)
    say(io, `not opened, it needs a yes: ${summary}`);
  // A page that was not opened is no failure: the report says what it rests on (RES-11).
  return exitCodeOf(output.stopReason === "approval" ? { stopReason: "stop" } : output);
}

async function resumed({ research }: LiveSession) {
  const question = await research.resume();
  return question === null ? null : userText(`${RESUME}\n\nThe question was: ${question}`);
}

function tellPartial({ partial, removed }: Report, io: Io): void {
  if (partial !== null) say(io, `partial report: ${partial}`);
  if (removed.length > 0) say(io, `${removed.length} sentences did not stand up and were left out`);
}

/** The model asked back, failed, or was stopped. */
function withoutReport(output: RunOutput, { flags }: Job, io: Io): number {
  const { text, error, stopReason } = output;
  if (text !== "") io.stdout.write(`${flags.json ? JSON.stringify({ answer: text }) : text}\n`);
  if (error !== undefined) return failed(error, io);
  if (stopReason === "aborted")
    say(io, "stopped; squire research --continue writes up what was found");
  for (const { summary } of output.approvalsNeeded) say(io, `not done, it needs a yes: ${summary}`);
  return exitCodeOf(output);
}

function failed(failure: UserFailure, io: Io): number {
  say(io, terminalText(failure.message));
  if (failure.advice !== undefined) say(io, terminalText(failure.advice));
  return exitCodeOf({ stopReason: "error", error: failure });
}

const NOTHING_OPEN: UserFailure = {
  code: "invalid",
  message: "Nothing of an earlier research is left to be written up in this session.",
  advice: 'Ask anew: squire research "<question>".',
  retryable: false,
};

function wishOf({ depth, sources, corpus, timeout }: Research["flags"]) {
  return {
    ...(depth === undefined ? {} : { depth }),
    // Whoever names documents wants those.
    ...(sources === undefined
      ? corpus === undefined
        ? {}
        : { sources: "local" as const }
      : { sources }),
    ...(corpus === undefined ? {} : { corpus }),
    ...(timeout === undefined ? {} : { timeMs: timeout * 1000 }),
  };
}

/** A run in the mode research, as the flags of this command say it. */
function asRun(flags: Research["flags"]): Invocation<"run">["flags"] {
  const { timeout: _timeout, ...rest } = flags;
  return { ...rest, mode: "research", output: "text", tools: [], noTools: false, noPty: false };
}

function liveInput(job: Job, io: Io): Omit<LiveInput, "host"> {
  const { flags, event, choice, model, session, limits, system } = job;
  const log = openLog(io);
  const { allow, ask, deny } = flags;
  return {
    session,
    info: choice.model,
    model,
    mode: "research",
    yes: flags.yes,
    rules: { allow, ask, deny },
    tools: true,
    research: wishOf(flags),
    ...limits,
    ...(choice.thinking === undefined ? {} : { thinking: choice.thinking }),
    ...(system === undefined ? {} : { system }),
    emit: (told) => {
      logEvent(log, told);
      event(told);
      if (flags.verbose) tellStep(told, io);
    },
  };
}

function tellStep(event: AgentEvent, io: Io): void {
  if (event.type === "progress.reported") say(io, `${event.percent ?? 0} % ${event.message}`);
  if (event.type === "tool.finished") say(io, event.summary);
}
