import { imageLabelAt } from "./image-label.ts";
import type { Message, UserMessage } from "./message.ts";

export function userText(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/** The visible text of a message, without thinking and without what is said of its images. */
export function textOf(message: Message): string {
  let text = "";
  const labels = message.role === "assistant" ? [] : message.content;
  for (const [at, block] of message.content.entries()) {
    if (block.type === "text" && imageLabelAt(labels, at) === null) text += block.text;
  }
  return text;
}
