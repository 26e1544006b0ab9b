import type { Host } from "@squire/host";
import type { LiveInput, LiveSession } from "@squire/host/live";
import type { RunOutput, UserFailure } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import type { Invocation } from "../args.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { logEvent } from "../output/log-events.ts";
import { openLog } from "../output/log.ts";
import type { Output } from "../output/output.ts";
import { outputFor } from "../output/output-for.ts";
import { progressFor } from "../output/progress.ts";
import { runOutputOf } from "../run-result.ts";
import { say } from "./sessions-at.ts";
import { prepareRun } from "./prepare-run.ts";
import type { Ready } from "./prepare-run.ts";

type Run = Invocation<"run">;

/** One task, one answer (CLI-1). */
export async function runCommand({ flags, args }: Run, outside: Io): Promise<number> {
  let sessionId: string | null = null;
  const progress = progressFor(outside, flags.plain);
  const io: Io = { ...outside, stdout: progress.stdout, stderr: progress.stderr };
  const output = outputFor(flags.output, {
    stdout: io.stdout,
    stderr: io.stderr,
    now: Date.now,
    requestId: crypto.randomUUID(),
    sessionId: () => sessionId,
    verbose: flags.verbose,
  });
  const watched: Output = {
    event: (event) => {
      output.event(event);
      progress.event(event);
    },
    finish: (result, shown) => {
      progress.stop();
      output.finish(result, shown);
    },
  };
  try {
    const [host, piped] = await Promise.all([openHostFor(flags, io), io.readStdin()]);
    const ready = await prepareRun({ flags, words: args.task ?? [], piped }, host, io);
    if (!ready.ok) return close(watched, failedRun(ready.failure));
    await using session = ready.session;
    sessionId = session.path === null ? null : session.header.id;
    const { result, shown } = await work({ ...ready, flags, output: watched }, host, io);
    const code = close(watched, result, shown);
    await afterwards({ host, session, flags }, io);
    return code;
  } finally {
    progress.stop();
  }
}

type Over = { readonly host: Host; readonly session: OpenSession; readonly flags: Run["flags"] };

/** Now nobody waits for the answer any more. */
async function afterwards({ host, session, flags }: Over, io: Io): Promise<void> {
  if (flags.transcript !== undefined) {
    const { writeTranscript } = await import("./write-transcript.ts");
    await writeTranscript(session, { cwd: host.cwd, file: flags.transcript }, io);
  }
  await tidy(host, flags.verbose, io);
  if (!host.loaded.settings.update.check || !io.stderr.isTty) return;
  const { tellOfUpdate } = await import("../update/tell-of-update.ts");
  await tellOfUpdate(host, io);
}

/** What fails here is tried again tomorrow. */
async function tidy(host: Host, verbose: boolean, io: Io): Promise<void> {
  const { tidySnapshots } = await import("@squire/host/live");
  try {
    await tidySnapshots(host.home);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (verbose) say(io, `old snapshots could not be removed: ${why}`);
  }
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
  const { session } = job;
  const { openLiveSession, usageRecorder } = await import("@squire/host/live");
  const recordUsage = usageRecorder(session, host);
  await using live = await openLiveSession({ host, ...liveInput(job, io) });
  await tellBefore(host, live, io);
  const { agent } = live;
  const named = nameWhile(host, job, io.signal);
  if (job.tools !== null) await agent.setActiveTools(job.tools);
  const result = await agent.prompt(job.message, { signal: io.signal });
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

/** What the flags and the choice of a model make of a session. */
function liveInput(job: Job, io: Io): Omit<LiveInput, "host"> {
  const { flags, output, choice, model, session, limits, system } = job;
  const log = openLog(io);
  const { mode, trust, allow, ask, deny, appendSystemPrompt } = flags;
  return {
    session,
    info: choice.model,
    model,
    yes: flags.yes,
    rules: { allow, ask, deny },
    tools: !flags.noTools,
    ...limits,
    ...(mode === undefined ? {} : { mode }),
    ...(trust === undefined ? {} : { trust }),
    ...(choice.thinking === undefined ? {} : { thinking: choice.thinking }),
    ...(system === undefined ? {} : { system }),
    ...(appendSystemPrompt === undefined ? {} : { appendSystem: appendSystemPrompt }),
    ...(flags.verbose ? { onSandbox: ({ name }) => say(io, `sandbox: ${name}`) } : {}),
    emit: (event) => {
      logEvent(log, event);
      output.event(event);
    },
  };
}

/** What somebody should know before the work begins: rules and settings that are not in force. */
async function tellBefore(host: Host, { workbench }: LiveSession, io: Io): Promise<void> {
  const { ruleProblemText, untrustedNote } = await import("@squire/host/live");
  for (const problem of workbench.ruleProblems()) say(io, ruleProblemText(problem));
  const note = await untrustedNote(host);
  if (note !== null) say(io, note);
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
