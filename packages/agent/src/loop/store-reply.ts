import type { EntryDraft, TerminalEvent } from "@squire/protocol";
import { isReported, sumUsage } from "./sum-usage.ts";
import type { Turn } from "./turn-state.ts";

type KeptReply = Omit<EntryDraft<"message">, "type" | "runId">;

/**
 * The reply is in the log before any of its calls is looked at. One with calls is made durable by
 * the record of the first call, which follows at once unless a hook is asked before.
 */
export async function storeReply({ ports, runId }: Turn, reply: KeptReply): Promise<void> {
  const { message, status } = reply;
  const { log, hooks } = ports;
  const hasCalls = message.content.some(({ type }) => type === "call");
  const draft: EntryDraft<"message"> = { type: "message", ...reply, runId };
  const { id: entryId } = await (hasCalls && hooks === null ? log.stage(draft) : log.append(draft));
  ports.emit({ type: "message.added", entryId, runId, message, status });
}

export type RequestEnd = {
  readonly requestId: string;
  /** `provider/model` that was asked. */
  readonly model: string;
  readonly terminal: TerminalEvent;
  readonly durationMs: number;
};

/** What a request has cost, at today's price (USE-1). A request that failed unheard costs nothing. */
export async function storeUsage(turn: Turn, end: RequestEnd): Promise<void> {
  const { ports, runId, scratch, state } = turn;
  const { requestId, terminal, durationMs } = end;
  const { usage } = terminal;
  if (terminal.type === "error" && !isReported(usage)) return;
  const model = answeredBy(end);
  const costUsd = ports.costOf(model, usage);
  scratch.usage = sumUsage(scratch.usage, usage);
  scratch.costUsd = costUsd === null || scratch.costUsd === null ? null : scratch.costUsd + costUsd;
  if (state.sent !== null && usage.input !== null) {
    state.sent = { ...state.sent, promptTokens: usage.input };
  }
  const spent = { kind: "turn", model, usage, costUsd } as const;
  await ports.log.append<"usage">({ type: "usage", requestId, runId, ...spent, durationMs });
  ports.emit({ type: "usage.reported", runId, ...spent });
}

/** Another model of a fallback chain may have answered. */
function answeredBy({ model, terminal }: RequestEnd): string {
  const message = terminal.type === "finish" ? terminal.message : terminal.partial;
  if (message === null || message.origin.provider === "") return model;
  return `${message.origin.provider}/${message.origin.model}`;
}
