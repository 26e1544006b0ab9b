import type { Message, ModelRequest, ToolSpec } from "@squire/protocol";
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
} from "openai/resources/chat/completions";
import {
  NO_HEADERS,
  beginsWith,
  fragment,
  items,
  oncePerList,
  openingOnce,
  targetKey,
  wireBody,
} from "./body.ts";
import type { FragmentCache, Head } from "./body.ts";
import type { Target, WireRequest } from "./contract.ts";
import { objectSchema } from "./object-schema.ts";
import { chatMessage, outcomeImages } from "./openai-chat-message.ts";
import { chatThinking } from "./openai-chat-thinking.ts";
import { cacheKeyOf } from "./openai-id.ts";

const cache: FragmentCache = new WeakMap();
const images: FragmentCache = new WeakMap();

export function encodeChat(request: ModelRequest, target: Target): WireRequest {
  return {
    path: "/chat/completions",
    headers: NO_HEADERS,
    body: wireBody(chatOpening(request, target), fragments(request, target)),
  };
}

const chatOpening = openingOnce("messages", (request, target) => ({
  ...chatHead(request, target),
  ...chatThinking(request, target),
  ...routing(target),
  ...target.compat.extraBody,
}));

function chatHead(request: ModelRequest, { compat }: Target) {
  const maxField = compat.maxTokensField ?? "max_completion_tokens";
  return {
    model: request.model,
    stream: true,
    stream_options: compat.supportsStreamUsage === false ? undefined : { include_usage: true },
    [maxField]: request.maxTokens,
    temperature: compat.supportsTemperature === false ? undefined : request.temperature,
    response_format:
      request.responseFormat === "json_object" ? { type: request.responseFormat } : undefined,
    tools: request.tools.length === 0 ? undefined : chatTools(request.tools),
    store: compat.supportsStore === true ? false : undefined,
    prompt_cache_key: compat.supportsCacheKey === true ? cacheKeyOf(request.cacheKey) : undefined,
  } satisfies Head<ChatCompletionCreateParamsStreaming, "messages">;
}

const chatTools = oncePerList((tools: readonly ToolSpec[]) => tools.map(chatTool));

function chatTool({ name, description, parameters }: ToolSpec): ChatCompletionFunctionTool {
  return {
    type: "function",
    function: { name, description, parameters: objectSchema(parameters) },
  };
}

function routing({ compat }: Target): object {
  const { openrouterRouting: openrouter, vercelRouting: vercel } = compat;
  return {
    provider: openrouter && { only: openrouter.only, order: openrouter.order },
    providerOptions: vercel && { gateway: { only: vercel.only, order: vercel.order } },
  };
}

/** How far the messages of a request have been written. */
type Written = {
  readonly key: string;
  readonly messages: readonly Message[];
  readonly texts: readonly string[];
  /** Calls without an outcome, and the images that wait for these. */
  readonly open: ReadonlySet<string>;
  readonly waiting: readonly string[];
};

/** The last request to each target: the next one mostly goes on where it ended. */
const written = new WeakMap<Target, Written>();

/**
 * Outcomes must follow their calls without a gap, and only user messages take images: the images
 * of outcomes wait until every call has its outcome. Nothing already written ever moves (LOOP-3).
 */
function fragments({ system, messages }: ModelRequest, target: Target): readonly string[] {
  const role = target.compat.supportsDeveloperRole === true ? "developer" : "system";
  const key = `${role} ${system ?? ""}`;
  const before = written.get(target);
  const goesOn = before?.key === key && beginsWith(messages, before.messages);
  const from = goesOn ? before : { ...NOTHING, texts: systemMessage(role, system) };
  const done = { key, messages, ...write(from, messages.slice(from.messages.length), target) };
  written.set(target, done);
  return done.texts;
}

const NOTHING = { messages: [], open: new Set<string>(), waiting: [] } as const;

function systemMessage(role: string, system: string | undefined): readonly string[] {
  return system ? [items([{ role, content: system }])] : [];
}

function write(
  from: Pick<Written, "texts" | "open" | "waiting">,
  messages: readonly Message[],
  target: Target,
): Pick<Written, "texts" | "open" | "waiting"> {
  const texts = [...from.texts];
  const open = new Set(from.open);
  const waiting = [...from.waiting];
  const key = targetKey(target);
  for (const message of messages) {
    if (message.role !== "tool") texts.push(...waiting.splice(0));
    texts.push(fragment(cache, message, key, () => chatMessage(message, target)));
    if (message.role === "assistant") {
      open.clear();
      for (const block of message.content) if (block.type === "call") open.add(block.id);
    } else if (message.role === "tool") {
      open.delete(message.callId);
      waiting.push(fragment(images, message, key, () => outcomeImages(message, target)));
      if (open.size === 0) texts.push(...waiting.splice(0));
    }
  }
  return { texts, open, waiting };
}
