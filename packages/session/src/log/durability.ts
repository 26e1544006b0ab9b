import { assertNever } from "@squire/protocol/values";
import type { EntryType } from "@squire/protocol";

/** `synced`: survives a power cut once acknowledged. `written`: with the next synced one, or at `flush`. */
export type Durability = "synced" | "written";

/** What was said, decided or done is synced; what can be had again or is cosmetic is not waited for. */
export function durabilityOf(type: EntryType): Durability {
  switch (type) {
    case "message":
    case "tool_result":
    case "user_bash":
    case "user_python":
    case "queued":
    case "custom_message":
    case "request_sent":
    case "tool_started":
    case "approval":
    case "citation":
    case "report":
    case "snapshot":
    case "compaction":
    case "prune":
    case "branch_summary":
    case "model_change":
    case "thinking_change":
    case "mode_change":
    case "trust_change":
    case "tools_change":
    case "leaf":
    case "plan":
    case "todo":
      return "synced";
    case "usage":
    case "label":
    case "title":
    case "context":
    case "custom":
    case "prefix":
    case "prefix_break":
      return "written";
    default:
      return assertNever(type);
  }
}
