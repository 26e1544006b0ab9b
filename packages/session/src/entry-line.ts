import type { Entry, UnknownEntry } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";

/** What an entry says, for a list of them; empty when its type says it all. */
export function entryLine(entry: Entry | UnknownEntry): string {
  // Of a later version: its type is all we know.
  return isKnown(entry) ? knownLine(entry) : "";
}

/** Readers check an entry of a known type before they hand it out. */
function isKnown(entry: Entry | UnknownEntry): entry is Entry {
  return KNOWN.has(entry.type);
}

const KNOWN: ReadonlySet<string> = new Set<Entry["type"]>([
  "message",
  "tool_started",
  "tool_result",
  "title",
  "label",
  "leaf",
  "compaction",
  "branch_summary",
  "user_bash",
  "user_python",
  "model_change",
  "mode_change",
  "usage",
  "request_sent",
  "snapshot",
  "context",
  "custom",
]);

function knownLine(entry: Entry): string {
  switch (entry.type) {
    case "message":
      return messageLine(entry);
    case "tool_started":
      return `${entry.name}: ${entry.summary}`;
    case "tool_result":
      return `${entry.outcome.name} ${entry.details.ending}: ${textOf(entry.outcome)}`;
    case "title":
      return entry.title;
    case "label":
      return `${entry.label ?? "no label"} → ${entry.targetId}`;
    case "leaf":
      return `→ ${entry.targetId ?? "the beginning"}`;
    case "compaction":
    case "branch_summary":
      return entry.summary;
    case "user_bash":
      return `$ ${entry.command}`;
    case "user_python":
      return entry.code;
    case "model_change":
    case "usage":
    case "request_sent":
      return entry.model;
    case "mode_change":
      return entry.mode;
    case "snapshot":
      return `before a ${entry.cause}: ${entry.paths.join(", ")}`;
    case "context":
      return `${entry.topic}: ${entry.text}`;
    case "custom":
      return entry.customType;
    default:
      return "";
  }
}

function messageLine({ message, status }: Entry<"message">): string {
  const calls =
    message.role === "assistant"
      ? message.content.flatMap((block) => (block.type === "call" ? [`(${block.name})`] : []))
      : [];
  const ending = status === "complete" ? [] : [`[${status}]`];
  return [`${message.role}:`, textOf(message), ...calls, ...ending].join(" ");
}
