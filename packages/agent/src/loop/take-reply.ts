import type { AssistantMessage, ModelFailure, TerminalEvent } from "@squire/protocol";
import { NO_USAGE, textOf } from "@squire/protocol/values";
import { readReply } from "./read-reply.ts";
import type { Interruption, ReadReply } from "./read-reply.ts";
import { recordRequest } from "./record-request.ts";
import { repairReply } from "./repair-reply.ts";
import type { FailedReply, FinishedReply, Reply } from "./reply.ts";
import { ReplyEvents } from "./reply-events.ts";
import { failStep, startStep, STOPPED } from "./steps.ts";
import { storeReply, storeUsage } from "./store-reply.ts";
import { stripCalls } from "./strip-calls.ts";
import { originOf } from "./turn-state.ts";
import type { NextRequest, Turn } from "./turn-state.ts";

type ReplyOptions = {
  /** A summary at a limit: whatever looks like a call is taken out. */
  readonly forced?: boolean;
};

/** One request and its reply, both in the log. The step stays open for the calls of the reply. */
export async function takeReply(
  turn: Turn,
  step: number,
  next: NextRequest,
  { forced = false }: ReplyOptions = {},
): Promise<Reply | FailedReply> {
  const { ports } = turn;
  startStep(turn, step, next.model.id);
  const requestId = await recordRequest(turn, step, next);
  const begun = ports.clock.now();
  const { terminal, interruption } = await read(turn, next);
  const spent = {
    requestId,
    model: next.model.id,
    terminal,
    durationMs: Math.max(0, ports.clock.now() - begun),
  };
  const finished = finishedReply(terminal, interruption);
  if (finished === null) {
    const failure = failureOf(terminal, interruption);
    const partial = terminal.type === "finish" ? terminal.message : terminal.partial;
    await Promise.all([storePartial(turn, step, partial, failure), storeUsage(turn, spent)]);
    failStep(turn, failure);
    return { type: "failed", failure, interruption };
  }
  const { message: said, calls } = forced
    ? { message: stripCalls(finished.message), calls: [] }
    : repairReply(turn, step, finished, interruption);
  const message = await settled(turn, said, calls.length > 0);
  const { reason, usage } = finished;
  turn.scratch.text = textOf(message);
  const kept = { message, status: "complete", step, usage, reason } as const;
  await Promise.all([
    storeReply(turn, forced ? { ...kept, forcedSummary: true } : kept),
    storeUsage(turn, spent),
  ]);
  return { type: "reply", message, reason, usage, calls };
}

/** An answer as it is kept; an empty one is the loop's own matter. */
async function settled(
  { guide }: Turn,
  message: AssistantMessage,
  called: boolean,
): Promise<AssistantMessage> {
  return guide === null || called || textOf(message).trim() === ""
    ? message
    : guide.settle(message);
}

async function read(turn: Turn, { model, request }: NextRequest): Promise<ReadReply> {
  const { ports, settings, signal, scratch, runId } = turn;
  if (signal.aborted) {
    const terminal = { type: "error", failure: STOPPED, partial: null, usage: NO_USAGE } as const;
    return { terminal, interruption: null };
  }
  return readReply({
    open: (linked) => model.stream(request, { signal: linked }),
    signal,
    clock: ports.clock,
    graceMs: settings.limits.graceMs,
    events: new ReplyEvents(runId, ports.emit, { deltas: settings.stream }),
    rules: settings.rules.filter(({ name }) => !scratch.rulesUsed.has(name)),
    guardCall: ports.guardCall,
    origin: originOf(model.id),
  });
}

/** A reply that came to its end; also one that was stopped at a call that could not apply any more. */
function finishedReply(
  terminal: TerminalEvent,
  interruption: Interruption | null,
): FinishedReply | null {
  if (interruption?.type === "rule") return null;
  if (terminal.type === "finish") return terminal;
  const { partial, usage } = terminal;
  if (interruption?.type !== "guard" || partial === null) return null;
  return { message: partial, reason: "calls", usage };
}

function failureOf(terminal: TerminalEvent, interruption: Interruption | null): ModelFailure {
  if (interruption?.type === "rule") {
    const message = `The rule ${interruption.rule.name} stopped the reply.`;
    return { kind: "aborted", message, retryable: false };
  }
  return terminal.type === "error" ? terminal.failure : STOPPED;
}

/** What had arrived is kept, and the log knows how the request ended (LOOP-9). */
async function storePartial(
  turn: Turn,
  step: number,
  partial: AssistantMessage | null,
  failure: ModelFailure,
): Promise<void> {
  const { scratch, signal, ports } = turn;
  const origin = originOf(ports.model().id);
  const message = partial ?? { role: "assistant", content: [], origin };
  const status = failure.kind === "aborted" ? "aborted" : "error";
  const text = textOf(message);
  scratch.closed = signal.aborted;
  scratch.partialSaved ||= text !== "";
  if (text !== "") scratch.text = text;
  await storeReply(turn, { message, status, step, failure });
}
