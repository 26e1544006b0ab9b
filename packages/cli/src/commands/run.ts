import type { Choice, Host } from "@squire/host";
import type {
  ModelEvent,
  ModelRequest,
  RunOutput,
  StopReason,
  TerminalEvent,
  UserFailure,
} from "@squire/protocol";
import { NO_USAGE, textOf, userFailureOf, userText } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Io, StopCause } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { outputFor } from "../output/output-for.ts";
import type { Output } from "../output/output.ts";

type Run = Invocation<"run">;
type Chosen = Extract<Choice, { ok: true }>;

/** One task, one answer (CLI-1). */
export async function runCommand({ flags, args }: Run, io: Io): Promise<number> {
  const output = outputFor(flags.output, {
    stdout: io.stdout,
    stderr: io.stderr,
    now: Date.now,
    requestId: crypto.randomUUID(),
  });
  const [host, piped] = await Promise.all([openHostFor(flags, io), io.readStdin()]);
  const prompt = joinPrompt(args.task ?? "", piped);
  if (prompt.trim() === "") {
    return close(output, failedRun({ ...noTask }), null);
  }
  if (host.fatal !== null) return close(output, failedRun(host.fatal), null);
  const choice = await host.models.choose();
  if (!choice.ok) return close(output, failedRun(choice.failure), null);
  const { systemPromptOf } = await import("@squire/host");
  const base = await systemPromptOf(host.loaded.settings);
  if (!base.ok) return close(output, failedRun(base.failure), null);
  const system = systemText(flags, base.text);
  return ask({ host, choice, request: requestFor({ choice, host, prompt, system }), output }, io);
}

const noTask: UserFailure = {
  code: "invalid",
  message: "There is no task.",
  advice: 'Write it as squire run "<task>", or pipe it in.',
  retryable: false,
};

/** Standard input is appended to the task (CLI-3). */
export function joinPrompt(task: string, piped: string): string {
  if (piped.trim() === "") return task;
  return task === "" ? piped : `${task}\n\n${piped}`;
}

function systemText(flags: Run["flags"], configured: string): string {
  return [flags.systemPrompt ?? configured, flags.appendSystemPrompt ?? ""]
    .filter((text) => text !== "")
    .join("\n\n");
}

type RequestParts = {
  readonly choice: Chosen;
  readonly host: Host;
  readonly prompt: string;
  readonly system: string;
};

function requestFor({ choice, host, prompt, system }: RequestParts): ModelRequest {
  const { agent, network } = host.loaded.settings;
  const { model, thinking } = choice;
  return {
    model: model.id,
    ...(system === "" ? {} : { system }),
    messages: [userText(prompt)],
    tools: [],
    // Models that reason refuse a temperature or ignore it.
    ...(model.reasoning ? {} : { temperature: agent.temperature }),
    ...(thinking === undefined ? {} : { thinking }),
    cacheRetention: network.cacheRetention,
  };
}

type Question = {
  readonly host: Host;
  readonly choice: Chosen;
  readonly request: ModelRequest;
  readonly output: Output;
};

async function ask({ host, choice, request, output }: Question, io: Io): Promise<number> {
  const model = await host.models.open(choice.model);
  let terminal: TerminalEvent | undefined;
  for await (const event of model.stream(request, { signal: io.signal })) {
    output.event(event);
    terminal = terminalOf(event) ?? terminal;
  }
  if (terminal === undefined) throw new Error("the model stream ended without a result");
  const costUsd = await host.models.costUsd(choice.model, terminal.usage);
  const result = resultOf(terminal, costUsd, stopCause(io.signal));
  return close(output, result, model.id);
}

function terminalOf(event: ModelEvent): TerminalEvent | null {
  return event.type === "finish" || event.type === "error" ? event : null;
}

function stopCause({ aborted, reason }: AbortSignal): StopCause | null {
  if (!aborted) return null;
  return reason === "timeout" || reason === "closed" ? reason : "interrupt";
}

function resultOf(
  terminal: TerminalEvent,
  costUsd: number | null,
  cause: StopCause | null,
): RunOutput {
  const said = terminal.type === "finish" ? terminal.message : terminal.partial;
  const stopReason = stopReasonOf(terminal, cause);
  return {
    ...emptyRun,
    text: said === null ? "" : textOf(said),
    usage: terminal.usage,
    costUsd,
    stopReason,
    ...(terminal.type === "error" && stopReason !== "aborted"
      ? { error: stopReason === "limit" ? timedOut : userFailureOf(terminal.failure) }
      : {}),
  };
}

function stopReasonOf(terminal: TerminalEvent, cause: StopCause | null): StopReason {
  if (terminal.type === "finish") return terminal.reason === "length" ? "length" : "stop";
  if (terminal.failure.kind !== "aborted") return "error";
  return cause === "timeout" ? "limit" : "aborted";
}

const timedOut: UserFailure = {
  code: "limit",
  message: "The time limit of --timeout was reached.",
  advice: "Give it more time, or a smaller task.",
  retryable: true,
};

const emptyRun: RunOutput = {
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
  return { ...emptyRun, stopReason: "error", error };
}

function close(output: Output, result: RunOutput, model: string | null): number {
  output.finish({ result, model });
  return exitCodeOf(result);
}
