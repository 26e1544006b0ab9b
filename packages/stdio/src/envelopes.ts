import type { JsonlEnvelope, JsonlEvent } from "@squire/protocol";
import { isTerminalJsonl, MAX_MESSAGE_BYTES } from "@squire/protocol/wire";

/** What belongs to one request of a client: numbered from 1, ended once, then silent (PROT-2). */
export type Answering = {
  readonly requestId: string;
  readonly isOver: boolean;
  send(event: JsonlEvent): void;
};

export type EnvelopePorts = {
  readonly write: (line: string) => void;
  readonly now: () => number;
};

export function answering(
  { write, now }: EnvelopePorts,
  requestId: string,
  sessionId: () => string | null,
): Answering {
  let seq = 0;
  let isOver = false;
  return {
    requestId,
    get isOver() {
      return isOver;
    },
    send: (event) => {
      if (isOver) return;
      isOver = isTerminalJsonl(event);
      seq++;
      const head = { sessionId: sessionId(), requestId, seq, timestamp: now() };
      const line = lineOf({ ...head, event });
      write(
        Buffer.byteLength(line) <= MAX_MESSAGE_BYTES
          ? line
          : lineOf({ ...head, event: shorter(event) }),
      );
    },
  };
}

function lineOf(envelope: JsonlEnvelope): string {
  return `${JSON.stringify(envelope)}\n`;
}

/** What does not fit a line is told without what makes it long. */
function shorter(event: JsonlEvent): JsonlEvent {
  if (event.type === "complete") return { type: "complete" };
  if (event.type === "tool_call") return { ...event, args: null };
  const message = `${event.type} is larger than a line: ask for a part of it.`;
  if (isTerminalJsonl(event)) return { type: "error", message, recoverable: false };
  return { type: "warning", code: "too_large", message };
}
