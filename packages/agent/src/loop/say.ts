import type { QueueItem, UserMessage } from "@squire/protocol";
import { fitContent } from "../tool/pipeline/fit-content.ts";
import type { Turn } from "./turn-state.ts";

/** A message on its way into a turn. */
export type TurnMessage = {
  readonly message: UserMessage;
  /** It has waited in the queue. */
  readonly queueId?: string;
  /** Nobody but Squire wrote it. */
  readonly synthetic?: boolean;
};

/** Puts a user message into the log; the model sees it with the next request. */
export async function say(turn: Turn, { message: given, ...origin }: TurnMessage): Promise<void> {
  const { ports, runId } = turn;
  const content = await fitContent(given.content, ports);
  const message = content === given.content ? given : { ...given, content };
  const entry = await ports.log.append<"message">({
    type: "message",
    message,
    status: "complete",
    runId,
    ...origin,
  });
  const { synthetic } = origin;
  ports.emit({
    type: "message.added",
    entryId: entry.id,
    runId,
    message,
    status: "complete",
    ...(synthetic === undefined ? {} : { synthetic }),
  });
}

/** What the loop itself has to say to the model. */
export function remind(turn: Turn, message: UserMessage): Promise<void> {
  return say(turn, { message, synthetic: true });
}

/** Messages that waited; those that could not be stored wait on. */
export async function sayQueued(turn: Turn, items: readonly QueueItem[]): Promise<void> {
  for (const [at, { message, queueId }] of items.entries()) {
    try {
      await say(turn, { message, queueId });
    } catch (error) {
      turn.state.queue.putBack(items.slice(at));
      throw error;
    }
  }
}
