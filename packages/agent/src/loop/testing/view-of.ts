import { textOf, userText } from "@squire/protocol";
import type { AssistantMessage, Entry, Message } from "@squire/protocol";

/**
 * A log view with the rules of the real one that matter to the loop: replies that were cut keep
 * their words and a note, one that failed gives way to the next, no reply follows a reply.
 */
export function viewOf(entries: readonly Entry[]): readonly Message[] {
  const messages: Message[] = [];
  let held: AssistantMessage | null = null;
  const push = (message: Message): void => {
    if (message.role === "assistant" && messages.at(-1)?.role === "assistant") {
      messages.push(userText("[Go on.]"));
    }
    messages.push(message);
  };
  const release = (): void => {
    if (held !== null) push(held);
    held = null;
  };
  for (const entry of entries) {
    if (entry.type === "context") push(userText(`<context>${entry.text}</context>`));
    else if (entry.type === "tool_result") push(entry.outcome);
    else if (entry.type !== "message") continue;
    else if (entry.message.role === "user") {
      release();
      push(entry.message);
    } else if (entry.status === "complete" && hasSubstance(entry.message)) {
      held = null;
      push(entry.message);
    } else held = cut(entry.message, entry.status);
  }
  return messages;
}

function hasSubstance(message: AssistantMessage): boolean {
  return textOf(message).trim() !== "" || message.content.some(({ type }) => type === "call");
}

function cut(message: AssistantMessage, status: string): AssistantMessage {
  const words = message.content.filter(
    (block) => block.type === "text" && block.text.trim() !== "",
  );
  return { ...message, content: [...words, { type: "text", text: `[${status}]` }] };
}
