import type { AgentEvent, EntryDraft, JsonValue } from "@squire/protocol";
import { judgedCall } from "./act.ts";
import type { Acted } from "./act.ts";
import { finishCall, lineOf } from "./finish.ts";
import type { Finished } from "./finish.ts";
import type { CallEnd, CallPorts, CallScope } from "./ports.ts";
import type { Prepared } from "./prepare.ts";

/**
 * The outcome is in the log before anybody sees it. Rejects only when the log does. While nothing
 * else of the reply runs, what comes next makes it durable: another call or a request.
 */
export async function recordOutcome(
  prepared: Prepared,
  { end, started, alone }: Acted & { readonly alone: boolean },
  ports: CallPorts,
  { runId, signal }: Pick<CallScope, "runId" | "signal">,
): Promise<CallEnd> {
  const finished = await finishCall(prepared.asked, end, ports);
  const { outcome, details } = finished;
  const { log, hooks } = ports;
  const draft: EntryDraft<"tool_result"> = { type: "tool_result", outcome, details, runId };
  await (alone && hooks === null ? log.stage(draft) : log.append(draft));
  if (!started) ports.emit(startedEvent(prepared, runId));
  ports.emit(finishedEvent(prepared, finished, runId));
  if (started) await runAfterHooks(prepared, finished, ports, { runId, signal });
  return { ...end, content: outcome.content, details };
}

/** What has started also finishes, even when the log can no longer be told. */
export async function announceUnrecorded(
  prepared: Prepared,
  { end, started }: Acted,
  ports: CallPorts,
  { runId }: Pick<CallScope, "runId">,
): Promise<void> {
  if (!started) return;
  const finished = await finishCall(prepared.asked, end, ports);
  ports.emit(finishedEvent(prepared, finished, runId));
}

function startedEvent(prepared: Prepared, runId: string): AgentEvent<"tool.started"> {
  const { block, argsText } = prepared.asked;
  const shape =
    prepared.type === "ready"
      ? { name: prepared.tool.name, ...summed(prepared) }
      : {
          name: block.name,
          summary: block.name,
          effect: "read" as const,
          args: readable(argsText),
        };
  return { type: "tool.started", runId, callId: block.id, ...shape };
}

function summed({ call }: Extract<Prepared, { type: "ready" }>) {
  const { summary, effect, args } = call;
  return { summary, effect, args };
}

function finishedEvent(
  prepared: Prepared,
  finished: Finished,
  runId: string,
): AgentEvent<"tool.finished"> {
  const { outcome, details } = finished;
  const name = prepared.type === "ready" ? prepared.tool.name : outcome.name;
  const { callId } = outcome;
  return {
    type: "tool.finished",
    runId,
    callId,
    name,
    summary: lineOf(finished),
    outcome,
    details,
  };
}

async function runAfterHooks(
  prepared: Prepared,
  finished: Finished,
  { hooks, emit }: CallPorts,
  { runId, signal }: Pick<CallScope, "runId" | "signal">,
): Promise<void> {
  if (hooks === null || prepared.type !== "ready") return;
  try {
    await hooks.after(judgedCall(prepared), finished, signal);
  } catch (error) {
    const message = `A hook failed: ${error instanceof Error ? error.message : String(error)}`;
    emit({ type: "warning.raised", runId, code: "hook.failed", message });
  }
}

/** The arguments as JSON; the raw text where they are none. */
function readable(argsText: string): JsonValue {
  try {
    return JSON.parse(argsText) as JsonValue;
  } catch {
    return argsText;
  }
}
