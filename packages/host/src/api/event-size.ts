import type { AgentEvent, Message } from "@squire/protocol";

/** What an event without a text of its own weighs. */
const PLAIN = 200;

/** About how many characters an event holds: enough to keep a list of them within bounds. */
export function eventSize(event: AgentEvent): number {
  switch (event.type) {
    case "text.delta":
    case "thinking.delta":
    case "shell.updated":
      return PLAIN + event.text.length;
    case "call.delta":
      return PLAIN + event.argsText.length;
    case "message.added":
      return PLAIN + messageSize(event.message);
    case "tool.finished":
      return PLAIN + messageSize(event.outcome);
    case "tool.updated":
      return PLAIN + event.message.length;
    case "shell.finished":
      return PLAIN + event.output.length;
    case "session.restored":
      return event.events.reduce((sum, kept) => sum + eventSize(kept.event), PLAIN);
    default:
      return PLAIN;
  }
}

export function messageSize({ content }: Message): number {
  let size = 0;
  for (const block of content) {
    switch (block.type) {
      case "text":
      case "thinking":
        size += block.text.length;
        break;
      case "image":
        size += block.data.length;
        break;
      case "call":
        size += block.argsText.length;
        break;
      case "vendor":
        size += PLAIN;
    }
  }
  return size;
}
