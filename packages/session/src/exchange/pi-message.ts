import type { AssistantContent, EntryDraft, JsonValue, UserContent } from "@squire/protocol";
import { readParts } from "./foreign-parts.ts";
import type { Parts } from "./foreign-parts.ts";
import { fieldsAt, fieldsOf, numberAt, own, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";
import { outcomeDraft, replyDraft, usageOf, userDraft } from "./foreign-parts.ts";

/** An entry, and what of the message is not in it. */
export type PiMessage = { readonly draft: EntryDraft; readonly losses: readonly string[] };

/** Details of a tool above this size repeat its output. */
const MAX_DETAILS = 16_000;

/** Null for a role that is not known. */
export function piMessage(message: Fields | null): PiMessage | null {
  switch (textAt(message, "role")) {
    case "user": {
      const { content, losses } = piContent(own(message, "content"));
      return { draft: userDraft(content), losses };
    }
    case "assistant":
      return reply(message);
    case "toolResult":
      return outcome(message);
    case "bashExecution":
      return { draft: userBash(message), losses: [] };
    case "custom":
    case "hookMessage": {
      const { content, losses } = piContent(own(message, "content"));
      const customType = textAt(message, "customType") ?? "pi";
      const display = own(message, "display") === true;
      return { draft: { type: "custom_message", customType, content, display }, losses };
    }
    default:
      return null;
  }
}

/** A text, or a list of texts and images. */
export function piContent(value: unknown): Parts<UserContent> {
  if (typeof value === "string") return { content: [{ type: "text", text: value }], losses: [] };
  return readParts(value, (part) => {
    const text = textAt(part, "text");
    if (textAt(part, "type") === "text" && text !== undefined) return { type: "text", text };
    const [data, mimeType] = [textAt(part, "data"), textAt(part, "mimeType")];
    const isImage = textAt(part, "type") === "image" && data !== undefined;
    return isImage && mimeType !== undefined ? { type: "image", mimeType, data } : null;
  });
}

function replyPart(part: Fields | null): AssistantContent | null {
  switch (textAt(part, "type")) {
    case "text": {
      const text = textAt(part, "text");
      return text === undefined ? null : { type: "text", text };
    }
    case "thinking": {
      // Its signature is for the vendor it came from, in the words of another program.
      const text = textAt(part, "thinking");
      return text === undefined ? null : { type: "thinking", text };
    }
    case "toolCall": {
      const [id, name] = [textAt(part, "id"), textAt(part, "name")];
      if (id === undefined || name === undefined) return null;
      return { type: "call", id, name, argsText: JSON.stringify(own(part, "arguments") ?? {}) };
    }
    default:
      return null;
  }
}

const STOPS = {
  stop: "stop",
  length: "length",
  toolUse: "calls",
  aborted: "aborted",
  error: "error",
} as const;

const USAGE_NAMES = {
  input: "input",
  output: "output",
  cacheRead: "cacheRead",
  cacheWrite: "cacheWrite",
} as const;

function reply(message: Fields | null): PiMessage {
  const value = own(message, "content");
  const { content, losses } =
    typeof value === "string"
      ? { content: [{ type: "text", text: value } as const], losses: [] }
      : readParts(value, replyPart);
  const stop = textAt(message, "stopReason") ?? "stop";
  const errorMessage = textAt(message, "errorMessage");
  const draft = replyDraft({
    content,
    provider: textAt(message, "provider") ?? "unknown",
    model: textAt(message, "model") ?? "unknown",
    stop: Object.hasOwn(STOPS, stop) ? STOPS[stop as keyof typeof STOPS] : "stop",
    usage: usageOf(fieldsAt(message, "usage"), USAGE_NAMES),
    ...(errorMessage === undefined ? {} : { errorMessage }),
  });
  return { draft, losses };
}

function outcome(message: Fields | null): PiMessage {
  const { content, losses } = piContent(own(message, "content"));
  const { data, loss } = detailsOf(own(message, "details"));
  const cut = fieldsAt(fieldsAt(message, "details"), "truncation");
  const draft = outcomeDraft({
    callId: textAt(message, "toolCallId") ?? "",
    name: textAt(message, "toolName") ?? "unknown",
    content,
    failed: own(message, "isError") === true,
    truncated: own(cut, "truncated") === true,
    ...(data === undefined ? {} : { data }),
  });
  return { draft, losses: loss === null ? losses : [...losses, loss] };
}

function detailsOf(details: unknown): { readonly data?: JsonValue; readonly loss: string | null } {
  const fields = fieldsOf(details);
  if (fields === null || Object.keys(fields).length === 0) return { loss: null };
  const size = JSON.stringify(fields).length;
  if (size > MAX_DETAILS) return { loss: `details of ${size} characters were left out` };
  // Just parsed from JSON.
  return { data: fields as { readonly [key: string]: JsonValue }, loss: null };
}

function userBash(message: Fields | null): EntryDraft<"user_bash"> {
  const exitCode = numberAt(message, "exitCode");
  const isWhole = exitCode !== undefined && Number.isSafeInteger(exitCode);
  return {
    type: "user_bash",
    command: textAt(message, "command") ?? "",
    cwd: "",
    output: textAt(message, "output") ?? "",
    exitCode: isWhole && own(message, "cancelled") !== true ? exitCode : null,
    private: own(message, "excludeFromContext") === true,
    truncated: own(message, "truncated") === true,
    durationMs: 0,
  };
}
