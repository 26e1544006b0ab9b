import type { Entry, EntryDraft, OutcomeMessage } from "@squire/protocol";
import { TOOL_ALIASES } from "@squire/protocol";

export type Overlay = EntryDraft<"prune">["overlays"][number];

/** An overlay that could be laid, and where in the prompt it would change the first byte. */
export type Candidate = {
  /** The place of its entry among the items of the view. */
  readonly index: number;
  readonly overlay: Overlay;
  readonly bytesSaved: number;
};

export function textOfOutcome(outcome: OutcomeMessage): string {
  return outcome.content
    .map((block) => (block.type === "text" ? block.text : "[image]"))
    .join("\n");
}

/** Where a user's turn begins (CMP-7); what Squire wrote itself begins none. */
export function startsTurn(entry: Entry): boolean {
  switch (entry.type) {
    case "message":
      return entry.message.role === "user" && entry.synthetic !== true;
    case "user_bash":
    case "user_python":
      return !entry.private;
    case "custom_message":
    case "branch_summary":
      return true;
    default:
      return false;
  }
}

/** The tool behind a name as a model may have spelled it. */
export function toolNamed(name: string): string {
  return Object.hasOwn(TOOL_ALIASES, name) ? (TOOL_ALIASES[name] ?? name) : name;
}
