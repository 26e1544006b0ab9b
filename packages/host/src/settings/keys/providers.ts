import type { AuthStyle } from "@squire/llm";
import { apiNamed } from "@squire/llm";
import { THINKING_LEVELS } from "@squire/protocol/values";
import type { KeyGroup } from "../key-spec.ts";
import {
  choice,
  flag,
  keyed,
  list,
  map,
  number,
  table,
  text,
  textOr,
  textWhere,
  whole,
} from "../shape.ts";
import { httpUrl, jsonObject, positive, textMap, texts } from "./shapes.ts";

const AUTH_STYLES = [
  "bearer",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "none",
] as const satisfies readonly AuthStyle[];

const api = textWhere(
  (kind) => apiNamed(kind).ok,
  "what it speaks: openai, openai-responses, anthropic, google, azure or vertex",
);
const window = whole(0, 100_000_000);
const usd = number(0);
const cost = table({ input: usd, output: usd }, { cache_read: usd, cache_write: usd });
const routing = table({}, { only: texts, order: texts });

/** PROV-22, spelled as in `Compat` but in snake case. */
const compat = table(
  {},
  {
    supports_store: flag,
    supports_developer_role: flag,
    supports_reasoning_effort: flag,
    supports_stream_usage: flag,
    supports_cache_key: flag,
    supports_long_cache: flag,
    supports_cache_control: flag,
    supports_images: flag,
    supports_temperature: flag,
    requires_done: flag,
    call_id_length: whole(4, 64),
    max_tokens_field: choice(["max_tokens", "max_completion_tokens"]),
    thinking_style: choice(["effort", "deepseek", "openrouter", "qwen", "zai", "none"]),
    reasoning_field: choice(["reasoning_content", "reasoning"]),
    thinking_levels: keyed(THINKING_LEVELS, text),
    openrouter_routing: routing,
    vercel_routing: routing,
    extra_body: jsonObject,
  },
);

const modelFields = {
  name: text,
  api,
  reasoning: flag,
  input: list(choice(["text", "image"])),
  cost,
  context_window: window,
  max_tokens: positive,
  headers: textMap,
  compat,
  promotion_target: text,
};

/** `"gpt-x"`, or a table when the catalogue does not know enough about it. */
const model = textOr(table({ id: text }, modelFields), (id) => ({ id }));

export const providerKeys = {
  name: {
    shape: textWhere(
      (name) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name),
      "a name of letters, digits, dots, dashes and underscores",
    ),
    about: "What you call it; models are then name/model. A built-in name changes that provider.",
    example: "my-server",
  },
  kind: {
    shape: api,
    about: "What it speaks: openai, openai-responses, anthropic, google, …",
    example: "openai",
  },
  api: { shape: api, about: "The same under its long name.", example: "openai-completions" },
  base_url: {
    shape: httpUrl,
    about: "Where it is.",
    example: "http://127.0.0.1:9000/v1",
  },
  api_key_env: {
    shape: textOr(list(text, { notEmpty: true }), (name) => [name]),
    about: "The environment variable, or list of them, that holds the key.",
    example: "MY_SERVER_KEY",
  },
  api_key: {
    shape: text,
    about: 'Or: "!command" that prints the key, the name of a variable, or the key itself.',
    example: "!pass show my-server",
  },
  auth: {
    shape: choice(AUTH_STYLES),
    about: "How the key is sent; none = it needs no key.",
    example: "bearer",
  },
  auth_header: {
    shape: flag,
    about: "true = send the key as Authorization: Bearer.",
    example: true,
  },
  headers: {
    shape: textMap,
    about: "More headers; values as for api_key.",
    example: { "X-Team": "blue" },
  },
  model: { shape: model, about: "Its only model …", example: "test-1" },
  models: {
    shape: list(model),
    about: "… or all of them, each a name or a table.",
    example: ["test-1", { id: "test-2", context_window: 32_000 }],
  },
  default: { shape: text, about: "The model meant by the provider's name.", example: "test-1" },
  context_window: {
    shape: window,
    about: "Tokens that fit into its models; 0 = unknown, sessions are then not compacted.",
    example: 128_000,
  },
  max_tokens: { shape: positive, about: "Most tokens of one reply.", example: 8192 },
  cost: {
    shape: cost,
    about: "USD per million tokens.",
    example: { input: 1.5, output: 6, cache_read: 0.15, cache_write: 1.9 },
  },
  compat: {
    shape: compat,
    about: "How it differs from the vendor whose wire it speaks.",
    example: { supports_developer_role: false, max_tokens_field: "max_tokens" },
  },
  model_overrides: {
    shape: map(table({}, modelFields)),
    about: "Changes to models that are already known.",
    example: { "test-1": { context_window: 64_000 } },
  },
  discovery: {
    shape: table(
      { type: choice(["ollama", "llama.cpp", "lm-studio", "openai"]) },
      { base_url: httpUrl },
    ),
    about: "Ask the server which models it has.",
    example: { type: "openai" },
  },
} satisfies KeyGroup;
