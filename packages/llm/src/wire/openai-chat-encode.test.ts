import { expect, test } from "bun:test";
import type { AssistantMessage, Message, ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol";
import type { Compat } from "../compat.ts";
import type { Target } from "./contract.ts";
import { openaiChat } from "./openai-chat.ts";
import { encoded } from "./testing/encoded.ts";

const request: ModelRequest = { model: "m-1", messages: [userText("hi")], tools: [] };
const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;

function target(compat: Compat = {}, more: Partial<Target> = {}): Target {
  return { provider: "acme", api: "openai-completions", compat, ...more };
}

function bodyOf(over: Partial<ModelRequest>, to: Target = target()) {
  return JSON.parse(encoded(openaiChat, { ...request, ...over }, to).body);
}

function assistant(
  content: AssistantMessage["content"],
  provider = "acme",
  wire = "openai-completions",
): AssistantMessage {
  return { role: "assistant", content, origin: { provider, wire, model: "m-1" } };
}

function outcome(callId: string, content: Extract<Message, { role: "tool" }>["content"]): Message {
  return { role: "tool", callId, name: "look", content, failed: false };
}

const call = { type: "call", id: "c1", name: "look", argsText: '{"a":1}' } as const;

test("PROV-2: a request becomes a streaming chat completion with the messages last", () => {
  const { path, body } = encoded(
    openaiChat,
    {
      ...request,
      system: "Be brief.",
      temperature: 0.2,
      maxTokens: 50,
      responseFormat: "json_object",
      tools: [{ name: "look", description: "Looks.", parameters: { type: "object" } }],
    },
    target(),
  );
  expect(path).toBe("/chat/completions");
  expect(body).toBe(
    JSON.stringify({
      model: "m-1",
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 50,
      temperature: 0.2,
      response_format: { type: "json_object" },
      tools: [
        {
          type: "function",
          function: {
            name: "look",
            description: "Looks.",
            parameters: { type: "object", properties: {} },
          },
        },
      ],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "hi" },
      ],
    }),
  );
});

test("PROV-22: compatibility flags change the fields they name", () => {
  const body = bodyOf(
    { system: "s", maxTokens: 9, temperature: 1, cacheKey: "session-1" },
    target({
      supportsStore: true,
      supportsDeveloperRole: true,
      supportsStreamUsage: false,
      supportsTemperature: false,
      supportsCacheKey: true,
      maxTokensField: "max_tokens",
      openrouterRouting: { only: ["a"], order: ["b"] },
      vercelRouting: { order: ["c"] },
      extraBody: { top_k: 5, messages: [] },
    }),
  );
  expect(body).toEqual({
    model: "m-1",
    stream: true,
    max_tokens: 9,
    store: false,
    prompt_cache_key: "session-1",
    provider: { only: ["a"], order: ["b"] },
    providerOptions: { gateway: { order: ["c"] } },
    top_k: 5,
    messages: [
      { role: "developer", content: "s" },
      { role: "user", content: "hi" },
    ],
  });
});

test("PROV-23: a cache key is sent only where it is known, and never too long", () => {
  expect(bodyOf({ cacheKey: "k" })).not.toHaveProperty("prompt_cache_key");
  const key = bodyOf({ cacheKey: "k".repeat(200) }, target({ supportsCacheKey: true }));
  expect(key.prompt_cache_key).toMatch(/^k+_[0-9a-f]{10}$/);
  expect(key.prompt_cache_key.length).toBeLessThanOrEqual(64);
});

test.each([
  ["effort", "high", { reasoning_effort: "high" }],
  ["effort", "max", { reasoning_effort: "high" }],
  ["effort", "minimal", { reasoning_effort: "low" }],
  ["effort", "off", {}],
  ["openrouter", "xhigh", { reasoning: { effort: "xhigh" } }],
  ["openrouter", "off", { reasoning: { enabled: false } }],
  ["qwen", "low", { enable_thinking: true }],
  ["qwen", "off", { enable_thinking: false }],
  ["zai", "medium", { thinking: { type: "enabled" } }],
  ["zai", "off", { thinking: { type: "disabled" } }],
  ["none", "high", {}],
] as const)("PROV-19: style %s at level %s", (thinkingStyle, thinking, fields) => {
  const {
    model: _m,
    stream: _s,
    stream_options: _o,
    messages: _l,
    ...rest
  } = bodyOf({ thinking }, target({ thinkingStyle }));
  expect(rest).toEqual(fields);
});

test("PROV-19: levels follow the model's own list, and models that cannot reason are not asked", () => {
  const levels = { off: "none", high: "high", max: "ultra" };
  expect(bodyOf({ thinking: "max" }, target({ thinkingLevels: levels })).reasoning_effort).toBe(
    "ultra",
  );
  expect(bodyOf({ thinking: "off" }, target({ thinkingLevels: levels })).reasoning_effort).toBe(
    "none",
  );
  const silent = [
    target({}, { reasoning: false }),
    target({ supportsReasoningEffort: false }),
    target({ thinkingStyle: "qwen" }, { reasoning: false }),
  ];
  for (const to of silent) {
    const body = bodyOf({ thinking: "high" }, to);
    expect(body).not.toHaveProperty("reasoning_effort");
    expect(body).not.toHaveProperty("enable_thinking");
  }
  // A model known to reason that cannot be silenced is asked for the least.
  expect(bodyOf({ thinking: "off" }, target({}, { reasoning: true })).reasoning_effort).toBe("low");
});

test("PROV-18: DeepSeek thinks at full effort unless told otherwise, its old chat model never", () => {
  const deepseek = target({ thinkingStyle: "deepseek" });
  expect(bodyOf({}, deepseek)).toMatchObject({
    thinking: { type: "enabled" },
    reasoning_effort: "max",
  });
  expect(bodyOf({ thinking: "medium" }, deepseek).reasoning_effort).toBe("high");
  expect(bodyOf({ thinking: "off" }, deepseek)).toMatchObject({ thinking: { type: "disabled" } });
  const legacy = bodyOf({ model: "deepseek-chat", thinking: "high" }, deepseek);
  expect(legacy.thinking).toEqual({ type: "disabled" });
  expect(legacy).not.toHaveProperty("reasoning_effort");
});

test("PROV-17: reasoning goes back to where it came from, even when empty", () => {
  const messages = [
    assistant([{ type: "thinking", text: "hm" }, { type: "text", text: "a" }, call]),
    assistant([call]),
    assistant([{ type: "text", text: "stopped" }]),
    assistant([{ type: "thinking", text: "foreign" }, call], "other"),
  ];
  const field = target({ reasoningField: "reasoning_content" }, { reasoning: true });
  expect(bodyOf({ messages }, field).messages.map((m: object) => Object.entries(m)[2])).toEqual([
    ["reasoning_content", "hm"],
    ["reasoning_content", ""],
    ["reasoning_content", ""],
    ["tool_calls", expect.anything()],
  ]);
  for (const message of bodyOf({ messages }).messages) {
    expect(message).not.toHaveProperty("reasoning_content");
  }
});

test("PROV-17: reasoning details and call extras come back under their own names", () => {
  const details = [{ type: "reasoning.encrypted", data: "x", index: 0 }];
  const extra = { extra_content: { google: { thought_signature: "sig" } } };
  const content: AssistantMessage["content"] = [
    { type: "thinking", text: "", opaque: { reasoning_details: details } },
    { ...call, opaque: extra },
  ];
  const [own, foreign] = bodyOf({
    messages: [assistant(content), assistant(content, "acme", "openai-responses")],
  }).messages;
  expect(own.reasoning_details).toEqual(details);
  expect(own.tool_calls[0].extra_content).toEqual(extra.extra_content);
  expect(foreign).toEqual({
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"a":1}' } }],
  });
});

test("PROV-5: arguments that are no JSON object are sent as one that holds the text", () => {
  const argsOf = (argsText: string) =>
    bodyOf({ messages: [assistant([{ ...call, argsText }])] }).messages[0].tool_calls[0].function
      .arguments;
  expect(argsOf('{"a": 1}')).toBe('{"a": 1}');
  expect(argsOf("")).toBe("{}");
  expect(argsOf('{"a": ')).toBe('{"_raw":"{\\"a\\": "}');
  expect(argsOf("[1]")).toBe('{"_raw":"[1]"}');
});

test("an assistant message with nothing to say is left out, vendor parts too", () => {
  const vendor = { type: "vendor", label: "x", opaque: {} } as const;
  const messages = [assistant([{ type: "thinking", text: "t" }, vendor]), userText("go")];
  expect(bodyOf({ messages }).messages).toEqual([{ role: "user", content: "go" }]);
});

test("ids of other wires are changed alike for a call and its outcome", () => {
  const ids = ["call_1|fc_1", "call_1|fc_2", "x".repeat(60), "ok-9"];
  const messages = ids.flatMap((id) => [assistant([{ ...call, id }]), outcome(id, [])]);
  const sent = bodyOf({ messages }).messages;
  const calls = sent.flatMap((m: { tool_calls?: { id: string }[] }) => m.tool_calls ?? []);
  const outcomes = sent.filter((m: { role: string }) => m.role === "tool");
  const callIds = calls.map((c: { id: string }) => c.id);
  expect(outcomes.map((o: { tool_call_id: string }) => o.tool_call_id)).toEqual(callIds);
  expect(new Set(callIds).size).toBe(ids.length);
  for (const id of callIds) expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
  expect(callIds[3]).toBe("ok-9");
});

test("images are data URLs, or a note where they cannot be read", () => {
  const messages: Message[] = [{ role: "user", content: [{ type: "text", text: "see" }, image] }];
  expect(bodyOf({ messages }).messages[0].content).toEqual([
    { type: "text", text: "see" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ]);
  expect(bodyOf({ messages }, target({ supportsImages: false })).messages[0].content).toBe(
    "see\n[image left out: this model cannot read images (image/png)]",
  );
});

test("images of outcomes follow in a user message once every call has its outcome", () => {
  const messages = [
    assistant([call, { ...call, id: "c2" }]),
    outcome("c1", [{ type: "text", text: "one" }, image]),
    outcome("c2", [{ type: "text", text: "two" }]),
    userText("next"),
  ];
  const sent = bodyOf({ messages }).messages;
  expect(sent.map((m: { role: string }) => m.role)).toEqual([
    "assistant",
    "tool",
    "tool",
    "user",
    "user",
  ]);
  expect(sent[1].content).toBe("one\n[image: see the next message]");
  expect(sent[3].content[1].image_url.url).toBe("data:image/png;base64,AAAA");
});
