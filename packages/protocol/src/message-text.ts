import type { Message, UserMessage } from "./message.ts";

export function userText(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/** The visible text of a message, without thinking. */
export function textOf(message: Message): string {
  let text = "";
  for (const block of message.content) if (block.type === "text") text += block.text;
  return text;
}
