import type { JsonObject, ModelRequest, ToolSpec } from "@squire/protocol";
import type {
  FunctionTool,
  ResponseCreateParamsStreaming,
} from "openai/resources/responses/responses";
import {
  NO_HEADERS,
  cameFrom,
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
import { effortOf } from "./openai-effort.ts";
import { cacheKeyOf } from "./openai-id.ts";
import { assistantItems, replayedCall, userItem } from "./openai-responses-items.ts";
import { outcomeItem } from "./openai-responses-outcome.ts";
import { text } from "./read.ts";

const cache: FragmentCache = new WeakMap();

export function encodeResponses(request: ModelRequest, target: Target): WireRequest {
  const codex = isCodex(target);
  return {
    path: codex ? "/codex/responses" : "/responses",
    headers: codex ? CODEX_HEADERS : NO_HEADERS,
    body: wireBody(responsesOpening(request, target), fragments(request, target)),
  };
}

const CODEX_HEADERS = { "OpenAI-Beta": "responses=experimental" };

const responsesOpening = openingOnce("input", (request, target) => ({
  ...responsesHead(request, target),
  ...(isCodex(target) ? codexHead(request) : {}),
  ...reasoningHead(request, target),
  ...target.compat.extraBody,
}));

function isCodex({ api }: Target): boolean {
  return api === "openai-codex-responses";
}

function responsesHead(request: ModelRequest, { compat }: Target) {
  const long = request.cacheRetention === "long" && compat.supportsLongCache !== false;
  return {
    model: request.model,
    stream: true,
    store: compat.supportsStore === false ? undefined : false,
    instructions: request.system || undefined,
    tools: request.tools.length === 0 ? undefined : responsesTools(request.tools),
    max_output_tokens: request.maxTokens,
    temperature: compat.supportsTemperature === false ? undefined : request.temperature,
    text:
      request.responseFormat === "json_object"
        ? { format: { type: request.responseFormat } }
        : undefined,
    prompt_cache_key: compat.supportsCacheKey === false ? undefined : cacheKeyOf(request.cacheKey),
    prompt_cache_retention: long ? "24h" : undefined,
  } satisfies Head<ResponseCreateParamsStreaming, "input">;
}

/** Codex demands instructions and refuses the fields that steer a reply. */
function codexHead(request: ModelRequest) {
  return {
    instructions: request.system ?? "",
    max_output_tokens: undefined,
    temperature: undefined,
    prompt_cache_retention: undefined,
  } satisfies Head<ResponseCreateParamsStreaming, "input">;
}

// A model that does not reason refuses to be asked for encrypted reasoning.
function reasoningHead({ thinking }: ModelRequest, target: Target): object {
  if (target.reasoning === false) return {};
  const effort = effortOf(thinking, target);
  const summary = thinking === "off" ? undefined : "auto";
  return {
    reasoning: effort === undefined ? undefined : { effort, summary },
    include: ["reasoning.encrypted_content"],
  };
}

const responsesTools = oncePerList((tools: readonly ToolSpec[]) => tools.map(responsesTool));

function responsesTool({ name, description, parameters }: ToolSpec): FunctionTool {
  return {
    type: "function",
    name,
    description,
    parameters: objectSchema(parameters),
    strict: false,
  };
}

/** The outcome of a vendor's own kind of call has a kind of its own, so calls are remembered. */
function fragments(request: ModelRequest, target: Target): readonly string[] {
  const key = targetKey(target);
  const replayed = new Map<string, JsonObject>();
  return request.messages.map((message) => {
    if (message.role === "user") {
      return fragment(cache, message, key, () => items([userItem(message, target)]));
    }
    if (message.role === "assistant") {
      for (const block of cameFrom(message, target) ? message.content : []) {
        const item = block.type === "call" ? replayedCall(block) : undefined;
        if (block.type === "call" && item !== undefined) replayed.set(block.id, item);
      }
      return fragment(cache, message, key, () => items(assistantItems(message, target)));
    }
    const call = replayed.get(message.callId);
    const kind = call === undefined ? "" : `${text(call["type"])} ${text(call["id"])}`;
    return fragment(cache, message, `${key} ${kind}`, () =>
      items([outcomeItem(message, call, target)]),
    );
  });
}
