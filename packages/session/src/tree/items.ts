import type {
  AssistantContent,
  AssistantMessage,
  Entry,
  OutcomeMessage,
  UserContent,
  UserMessage,
} from "@squire/protocol";
import type { Overlays } from "./overlays.ts";
import {
  bashText,
  branchText,
  contextText,
  CUT_REPLY,
  customMessage,
  EMPTY_REPLY,
  FAILED_REPLY,
  NO_OUTPUT,
  pythonText,
} from "./templates.ts";

/** What one entry gives to the view of the model, before its neighbours are known. */
export type Item =
  /** `asks`: the user speaks, so whatever was open is over. Other notes may come at any time. */
  | { readonly kind: "user"; readonly message: UserMessage; readonly asks: boolean }
  | { readonly kind: "reply"; readonly message: AssistantMessage }
  /** A reply that did not come to its end. `final`: nobody will try again without being asked. */
  | { readonly kind: "unfinished"; readonly message: AssistantMessage; readonly final: boolean }
  | { readonly kind: "outcome"; readonly message: OutcomeMessage }
  | { readonly kind: "nothing"; readonly empty: boolean };

/** Re-caps an outcome by the model's own count (LOOP-11). Pure, and the same for the same outcome. */
export type Recap = (outcome: OutcomeMessage) => OutcomeMessage;

const NOTHING: Item = { kind: "nothing", empty: false };
const EMPTY: Item = { kind: "nothing", empty: true };

export function itemOf(entry: Entry, overlays?: Overlays, recap?: Recap): Item {
  switch (entry.type) {
    case "message":
      return entry.message.role === "user"
        ? userItem(entry.message, true)
        : replyItem(entry.message, entry.status, overlays);
    case "tool_result":
      return { kind: "outcome", message: outcomeOf(entry.outcome, overlays, recap) };
    case "user_bash":
      if (entry.private) return NOTHING;
      return userItem(bashText(entry, overlays?.content ?? entry.output), false);
    case "user_python":
      if (entry.private) return NOTHING;
      return userItem(pythonText(entry, overlays?.content ?? entry.output), false);
    case "context":
      return isBlank(entry.text) ? EMPTY : userItem(contextText(entry), false);
    case "custom_message":
      return entry.content.some(isMeaningful) ? userItem(customMessage(entry), false) : EMPTY;
    case "branch_summary":
      return isBlank(entry.summary) ? EMPTY : userItem(branchText(entry), false);
    default:
      return NOTHING;
  }
}

function userItem(message: UserMessage, asks: boolean): Item {
  const content = message.content.filter(isMeaningful);
  if (content.length === 0) return EMPTY;
  const whole = content.length === message.content.length;
  return { kind: "user", message: whole ? message : { role: "user", content }, asks };
}

function replyItem(
  message: AssistantMessage,
  status: Entry<"message">["status"],
  overlays: Overlays | undefined,
): Item {
  if (status !== "complete") {
    const note = status === "aborted" ? CUT_REPLY : FAILED_REPLY;
    return { kind: "unfinished", message: closed(message, note), final: status === "aborted" };
  }
  if (!message.content.some(isSubstance)) {
    return { kind: "unfinished", message: closed(message, EMPTY_REPLY), final: false };
  }
  return { kind: "reply", message: overlaid(message, overlays) };
}

/**
 * Of a reply that was cut only its words are kept: a call may lack half its arguments, reasoning its
 * signature.
 */
function closed(message: AssistantMessage, note: string): AssistantMessage {
  const said = message.content.flatMap((block) =>
    block.type === "text" && !isBlank(block.text)
      ? [{ type: "text", text: block.text } as const]
      : [],
  );
  return { ...message, content: [...said, { type: "text", text: note }] };
}

function overlaid(message: AssistantMessage, overlays: Overlays | undefined): AssistantMessage {
  if (overlays === undefined || overlays.args.size === 0) return message;
  const content = message.content.map((block) => {
    const argsText = block.type === "call" ? overlays.args.get(block.id) : undefined;
    return argsText === undefined ? block : { ...block, argsText };
  });
  return { ...message, content };
}

function outcomeOf(
  outcome: OutcomeMessage,
  overlays: Overlays | undefined,
  recap: Recap | undefined,
): OutcomeMessage {
  const text = overlays?.content;
  const shown =
    text !== undefined
      ? { ...outcome, content: [{ type: "text", text } as const] }
      : (recap?.(outcome) ?? outcome);
  if (shown.content.some(isMeaningful)) return shown;
  return { ...shown, content: [{ type: "text", text: NO_OUTPUT }] };
}

/** Thinking alone is no reply: most vendors refuse to have it sent back without anything else. */
function isSubstance(block: AssistantContent): boolean {
  switch (block.type) {
    case "call":
    case "vendor":
      return true;
    case "text":
      return !isBlank(block.text);
    case "thinking":
      return false;
  }
}

function isMeaningful(block: UserContent): boolean {
  return block.type === "image" || !isBlank(block.text);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
