import type { AssistantMessage, CallBlock, Message, OutcomeMessage } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import type { UserContent, UserMessage } from "@squire/protocol";
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionToolMessageParam,
  ChatCompletionUserMessageParam,
} from "openai/resources/chat/completions";
import { cameFrom, items } from "./body.ts";
import type { Target } from "./contract.ts";
import { argumentsOf } from "./openai-arguments.ts";
import { detailsOf } from "./openai-chat-details.ts";
import { chatCallId } from "./openai-id.ts";
import { dataUrl, imageNote, imagesOf, plainText } from "./openai-image.ts";
import { asJsonObject } from "./read.ts";

/** One message as a fragment; the images of an outcome are apart in `outcomeImages`. */
export function chatMessage(message: Message, target: Target): string {
  switch (message.role) {
    case "user":
      return items([userMessage(message, target)]);
    case "assistant":
      return assistantMessage(message, target);
    case "tool":
      return items([outcomeMessage(message, target)]);
  }
}

/** The images of an outcome as a user message: a tool message carries text only. */
export function outcomeImages({ name, content }: OutcomeMessage, target: Target): string {
  const images = imagesOf(content);
  if (images.length === 0 || target.compat.supportsImages === false) return "";
  const label = { type: "text", text: `Images from the outcome of ${name}:` } as const;
  const parts = [label, ...images.map(contentPart)];
  return items([{ role: "user", content: parts } satisfies ChatCompletionUserMessageParam]);
}

function userMessage({ content }: UserMessage, target: Target): ChatCompletionUserMessageParam {
  const plain = target.compat.supportsImages === false || imagesOf(content).length === 0;
  return {
    role: "user",
    content: plain ? plainText(content, imageNote) : content.map(contentPart),
  };
}

function contentPart(block: UserContent): ChatCompletionContentPart {
  return block.type === "text"
    ? { type: "text", text: block.text }
    : { type: "image_url", image_url: { url: dataUrl(block) } };
}

function outcomeMessage(message: OutcomeMessage, target: Target): ChatCompletionToolMessageParam {
  const forImage =
    target.compat.supportsImages === false ? imageNote : () => "[image: see the next message]";
  return {
    role: "tool",
    tool_call_id: chatCallId(message.callId, target.compat.callIdLength),
    content: plainText(message.content, forImage),
  };
}

// Servers refuse an assistant message with neither text nor calls, so it is left out.
function assistantMessage(message: AssistantMessage, target: Target): string {
  const own = cameFrom(message, target);
  const text = textOf(message);
  const calls = message.content.filter((block) => block.type === "call");
  if (text === "" && calls.length === 0) return "";
  const said = {
    role: "assistant",
    content: text === "" ? null : text,
  } satisfies ChatCompletionAssistantMessageParam;
  const called =
    calls.length === 0 ? {} : { tool_calls: calls.map((call) => callOf(call, own, target)) };
  return items([{ ...said, ...(own ? reasoningFields(message, target) : {}), ...called }]);
}

/**
 * PROV-17: a thinking model wants its reasoning back with every message it wrote, and the field
 * even where it was empty.
 */
function reasoningFields(message: AssistantMessage, { reasoning, compat }: Target): object {
  const thinking = message.content.filter((block) => block.type === "thinking");
  const thought = thinking.map((block) => block.text).join("");
  const details = thinking.flatMap((block) => detailsOf(block.opaque));
  const wanted = compat.reasoningField !== undefined && (thought !== "" || reasoning !== false);
  return {
    ...(wanted && compat.reasoningField ? { [compat.reasoningField]: thought } : {}),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
  };
}

function callOf(call: CallBlock, own: boolean, { compat }: Target): object {
  const encoded = {
    id: chatCallId(call.id, compat.callIdLength),
    type: "function",
    // A nameless call in the history makes servers refuse the request.
    function: { name: call.name || "unknown", arguments: argumentsOf(call.argsText) },
  } satisfies ChatCompletionMessageFunctionToolCall;
  return own ? { ...encoded, ...asJsonObject(call.opaque) } : encoded;
}
