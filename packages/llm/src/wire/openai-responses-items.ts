import type {
  AssistantMessage,
  CallBlock,
  JsonObject,
  TextBlock,
  UserContent,
  UserMessage,
} from "@squire/protocol";
import type {
  ResponseFunctionToolCall,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
  ResponseOutputText,
  ResponseReasoningItem,
} from "openai/resources/responses/responses";
import { cameFrom } from "./body.ts";
import type { Target } from "./contract.ts";
import { argumentsOf } from "./openai-arguments.ts";
import { splitCallId } from "./openai-id.ts";
import { dataUrl, imageNote } from "./openai-image.ts";
import { asJsonObject, fields, list, text } from "./read.ts";

export function userItem({ content }: UserMessage, target: Target): ResponseInputItem.Message {
  return {
    type: "message",
    role: "user",
    content: content.map((block) => contentPart(block, target)),
  };
}

export function contentPart(
  block: UserContent,
  { compat }: Target,
): ResponseInputText | ResponseInputImage {
  if (block.type === "text") return { type: "input_text", text: block.text };
  return compat.supportsImages === false
    ? { type: "input_text", text: imageNote(block) }
    : { type: "input_image", detail: "auto", image_url: dataUrl(block) };
}

/**
 * A reply as the items it was made of. Reasoning, vendor items and item ids go back only where
 * they came from, all or none of them: the vendor checks that they belong together.
 */
export function assistantItems(message: AssistantMessage, target: Target): readonly object[] {
  const own = cameFrom(message, target) && isWhole(message, target);
  const encoded: object[] = [];
  let open: MessageItem | undefined;
  for (const block of message.content) {
    if (block.type === "text") {
      const next = messageItem(block, own);
      if (open !== undefined && open.id === next.id) open.content.push(...next.content);
      else encoded.push((open = next));
      continue;
    }
    open = undefined;
    if (block.type === "call") encoded.push(callItem(block, own, cameFrom(message, target)));
    else if (own) encoded.push(...keptItem(block.opaque));
  }
  return encoded;
}

/** False when some reasoning cannot be sent back: the vendor kept it and has forgotten it by now. */
function isWhole(message: AssistantMessage, { reasoning, compat }: Target): boolean {
  if (reasoning === false) return false;
  if (compat.extraBody?.["store"] === true) return true;
  return message.content.every((block) => {
    if (block.type !== "thinking") return true;
    const item = fields<ResponseReasoningItem>(block.opaque);
    return text(item.encrypted_content) !== "" || list(item.content).length > 0;
  });
}

/** The vendor's own item behind a call that is not a function call. */
export function replayedCall(call: CallBlock): JsonObject | undefined {
  const item = asJsonObject(call.opaque);
  return typeof item?.["type"] === "string" ? item : undefined;
}

type MessageItem = {
  readonly type: "message";
  readonly role: "assistant";
  readonly id?: string;
  readonly phase?: string;
  readonly status: "completed";
  readonly content: ResponseOutputText[];
};

function messageItem(block: TextBlock, own: boolean): MessageItem {
  const kept = fields<{ id: string; phase: string }>(own ? block.opaque : undefined);
  const [id, phase] = [text(kept.id), text(kept.phase)];
  return {
    type: "message",
    role: "assistant",
    ...(id === "" ? {} : { id }),
    ...(phase === "" ? {} : { phase }),
    status: "completed",
    content: [{ type: "output_text", text: block.text, annotations: [] }],
  };
}

function callItem(call: CallBlock, withItemId: boolean, own: boolean): object {
  const replayed = own ? replayedCall(call) : undefined;
  if (replayed !== undefined) return replayed;
  const { callId, itemId } = splitCallId(call.id);
  return {
    type: "function_call",
    ...(withItemId && itemId !== "" ? { id: itemId } : {}),
    call_id: callId,
    name: call.name || "unknown",
    arguments: argumentsOf(call.argsText),
  } satisfies ResponseFunctionToolCall;
}

function keptItem(opaque: unknown): readonly object[] {
  const item = asJsonObject(opaque);
  return item === undefined ? [] : [item];
}
