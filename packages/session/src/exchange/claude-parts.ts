import type { AssistantContent, UserContent } from "@squire/protocol";
import { fieldsAt, own, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";
import { readParts } from "./foreign-parts.ts";
import type { ForeignReply } from "./foreign-parts.ts";

export type ClaudeOutcome = {
  readonly callId: string;
  readonly content: readonly UserContent[];
  readonly failed: boolean;
};

export type ClaudeUserParts = {
  readonly content: readonly UserContent[];
  readonly outcomes: readonly ClaudeOutcome[];
  readonly losses: readonly string[];
};

/** What a user line holds: words and pictures, or outcomes of calls, or both. */
export function claudeUserParts(value: unknown): ClaudeUserParts {
  if (typeof value === "string") {
    return { content: [{ type: "text", text: value }], outcomes: [], losses: [] };
  }
  const { content: parts, losses } = readParts<UserContent | ClaudeOutcome>(value, (part) =>
    textAt(part, "type") === "tool_result" ? outcomeOf(part) : shownPart(part),
  );
  const content: UserContent[] = [];
  const outcomes: ClaudeOutcome[] = [];
  for (const part of parts) {
    if ("callId" in part) outcomes.push(part);
    else content.push(part);
  }
  return { content, outcomes, losses };
}

function outcomeOf(part: Fields | null): ClaudeOutcome | null {
  const callId = textAt(part, "tool_use_id");
  if (callId === undefined) return null;
  const value = own(part, "content");
  const content =
    typeof value === "string"
      ? [{ type: "text", text: value } as const]
      : readParts(value, shownPart).content;
  return { callId, content, failed: own(part, "is_error") === true };
}

function shownPart(part: Fields | null): UserContent | null {
  const text = textAt(part, "text");
  if (textAt(part, "type") === "text" && text !== undefined) return { type: "text", text };
  if (textAt(part, "type") !== "image") return null;
  const source = fieldsAt(part, "source");
  const [data, mimeType] = [textAt(source, "data"), textAt(source, "media_type")];
  if (data === undefined || mimeType === undefined) return null;
  return { type: "image", mimeType, data };
}

export function replyPart(part: Fields | null): AssistantContent | null {
  switch (textAt(part, "type")) {
    case "text": {
      const text = textAt(part, "text");
      return text === undefined ? null : { type: "text", text };
    }
    case "thinking": {
      const text = textAt(part, "thinking");
      return text === undefined ? null : { type: "thinking", text };
    }
    case "tool_use": {
      const [id, name] = [textAt(part, "id"), textAt(part, "name")];
      if (id === undefined || name === undefined) return null;
      return { type: "call", id, name, argsText: JSON.stringify(own(part, "input") ?? {}) };
    }
    default:
      return null;
  }
}

/** `fields` is the line, `message` what the vendor sent. */
export function replyStop(
  fields: Fields,
  message: Fields,
  content: readonly AssistantContent[],
): ForeignReply["stop"] {
  if (own(fields, "isApiErrorMessage") === true) return "error";
  if (content.some(({ type }) => type === "call")) return "calls";
  return textAt(message, "stop_reason") === "max_tokens" ? "length" : "stop";
}
