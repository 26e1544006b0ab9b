import type { UserContent } from "@squire/protocol";
import type { CompletionRequest } from "./completion-request.ts";

type Message = CompletionRequest["messages"][number];

/**
 * The message of one turn. A session remembers by itself; without one, what was said before is told
 * in front of the last message.
 */
export function promptOf({ messages, session }: CompletionRequest): readonly UserContent[] {
  const last = messages.at(-1);
  const before = session === undefined ? messages.slice(0, -1) : [];
  const own = last === undefined ? [] : blocksOf(last);
  if (before.length === 0) return own;
  const told = before.map((message) => `${message.role}: ${textOf(message)}`).join("\n\n");
  return [{ type: "text", text: `What was said before:\n\n${told}\n\nNow:\n\n` }, ...own];
}

function blocksOf({ content }: Message): readonly UserContent[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return (content ?? []).map((part): UserContent => {
    if (part.type === "text") return part;
    // Pictures come along or not at all: no address is fetched for whoever asks.
    const [, mimeType, data] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(part.image_url.url) ?? [];
    return mimeType === undefined || data === undefined
      ? { type: "text", text: "(a picture that was not sent along)" }
      : { type: "image", mimeType, data };
  });
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (part.type === "text" ? part.text : "(a picture)")).join("");
}
