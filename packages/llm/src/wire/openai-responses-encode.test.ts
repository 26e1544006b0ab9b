import { expect, test } from "bun:test";
import type { AssistantMessage, JsonObject, Message, ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol";
import type { Compat } from "../compat.ts";
import type { Target } from "./contract.ts";
import { openaiResponses } from "./openai-responses.ts";
import { encoded } from "./testing/encoded.ts";

const request: ModelRequest = { model: "m-1", messages: [userText("hi")], tools: [] };
const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;
const call = { type: "call", id: "call_1|fc_1", name: "look", argsText: '{"a":1}' } as const;
const reasoning = { id: "rs_1", type: "reasoning", encrypted_content: "xyz", summary: [] };

function target(compat: Compat = {}, more: Partial<Target> = {}): Target {
  return { provider: "acme", api: "openai-responses", compat, ...more };
}

function bodyOf(over: Partial<ModelRequest>, to: Target = target()) {
  return JSON.parse(encoded(openaiResponses, { ...request, ...over }, to).body);
}

function assistant(content: AssistantMessage["content"], provider = "acme"): AssistantMessage {
  return {
    role: "assistant",
    content,
    origin: { provider, wire: "openai-responses", model: "m-1" },
  };
}

function outcome(
  callId: string,
  content: Extract<Message, { role: "tool" }>["content"],
  failed = false,
): Message {
  return { role: "tool", callId, name: "look", content, failed };
}

test("PROV-2: a request becomes a streaming response with the input last", () => {
  const { path, headers, body } = encoded(
    openaiResponses,
    {
      ...request,
      system: "Be brief.",
      maxTokens: 50,
      temperature: 0.2,
      responseFormat: "json_object",
      thinking: "high",
      cacheKey: "session-1",
      cacheRetention: "long",
      tools: [{ name: "look", description: "Looks.", parameters: { type: "object" } }],
    },
    target(),
  );
  expect([path, headers]).toEqual(["/responses", {}]);
  expect(body).toBe(
    JSON.stringify({
      model: "m-1",
      stream: true,
      store: false,
      instructions: "Be brief.",
      tools: [
        {
          type: "function",
          name: "look",
          description: "Looks.",
          parameters: { type: "object", properties: {} },
          strict: false,
        },
      ],
      max_output_tokens: 50,
      temperature: 0.2,
      text: { format: { type: "json_object" } },
      prompt_cache_key: "session-1",
      prompt_cache_retention: "24h",
      reasoning: { effort: "high", summary: "auto" },
      include: ["reasoning.encrypted_content"],
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
    }),
  );
});

test("PROV-22: compatibility flags leave out what a server refuses", () => {
  const body = bodyOf(
    { cacheKey: "k", cacheRetention: "long", temperature: 1, thinking: "high" },
    target(
      {
        supportsStore: false,
        supportsCacheKey: false,
        supportsLongCache: false,
        supportsTemperature: false,
        extraBody: { truncation: "auto" },
      },
      { reasoning: false },
    ),
  );
  const { input: _input, ...head } = body;
  expect(head).toEqual({ model: "m-1", stream: true, truncation: "auto" });
});

test("PROV-19: thinking is asked for in the words of the model", () => {
  expect(bodyOf({}).reasoning).toBeUndefined();
  const levels = target({ thinkingLevels: { off: "none", high: "high" } });
  expect(bodyOf({ thinking: "max" }, levels).reasoning).toEqual({
    effort: "high",
    summary: "auto",
  });
  expect(bodyOf({ thinking: "off" }, levels).reasoning).toEqual({ effort: "none" });
});

test("PROV-7: the Codex dialect has its own path and refuses some fields", () => {
  const codex = target({}, { api: "openai-codex-responses" });
  const all = { maxTokens: 5, temperature: 1, cacheRetention: "long", cacheKey: "k" } as const;
  const { path, headers, body } = encoded(openaiResponses, { ...request, ...all }, codex);
  expect(path).toBe("/codex/responses");
  expect(headers).toEqual({ "OpenAI-Beta": "responses=experimental" });
  const { input: _input, ...head } = JSON.parse(body);
  expect(head).toEqual({
    model: "m-1",
    stream: true,
    store: false,
    instructions: "",
    prompt_cache_key: "k",
    include: ["reasoning.encrypted_content"],
  });
});

test("PROV-25: Azure speaks the same wire", () => {
  const azure = encoded(openaiResponses, request, target({}, { api: "azure-openai-responses" }));
  expect(azure).toEqual(encoded(openaiResponses, request, target()));
});

test("PROV-9: a reply goes back as the items it was made of", () => {
  const content: AssistantMessage["content"] = [
    { type: "thinking", text: "hm", opaque: reasoning },
    { type: "text", text: "a", opaque: { id: "msg_1", phase: "commentary" } },
    { type: "text", text: "b", opaque: { id: "msg_1", phase: "commentary" } },
    { type: "vendor", label: "web_search_call", opaque: { type: "web_search_call", id: "ws_1" } },
    call,
  ];
  const { input } = bodyOf({ messages: [assistant(content), outcome(call.id, [])] });
  expect(JSON.stringify(input[0])).toBe(JSON.stringify(reasoning));
  expect(input.slice(1)).toEqual([
    {
      type: "message",
      role: "assistant",
      id: "msg_1",
      phase: "commentary",
      status: "completed",
      content: [
        { type: "output_text", text: "a", annotations: [] },
        { type: "output_text", text: "b", annotations: [] },
      ],
    },
    { type: "web_search_call", id: "ws_1" },
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: '{"a":1}' },
    { type: "function_call_output", call_id: "call_1", output: "" },
  ]);
});

test("PROV-9: another provider gets neither reasoning nor item ids", () => {
  const content: AssistantMessage["content"] = [
    { type: "thinking", text: "hm", opaque: reasoning },
    { type: "vendor", label: "x", opaque: { type: "x" } },
    { type: "text", text: "a", opaque: { id: "msg_1" } },
    call,
  ];
  const bare = [
    {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "a", annotations: [] }],
    },
    { type: "function_call", call_id: "call_1", name: "look", arguments: '{"a":1}' },
  ];
  expect(bodyOf({ messages: [assistant(content, "other")] }).input).toEqual(bare);
  const silent = target({}, { reasoning: false });
  expect(bodyOf({ messages: [assistant(content)] }, silent).input).toEqual(bare);
});

test("PROV-9: reasoning that only the vendor held takes the ids that need it along", () => {
  const forgotten = {
    type: "thinking",
    text: "",
    opaque: { id: "rs_1", type: "reasoning" },
  } as const;
  const messages = [assistant([forgotten, call])];
  expect(bodyOf({ messages }).input).toEqual([
    { type: "function_call", call_id: "call_1", name: "look", arguments: '{"a":1}' },
  ]);
  const stored = target({ extraBody: { store: true } });
  expect(bodyOf({ messages }, stored).input[0]).toEqual(forgotten.opaque);
});

test.each<[string, JsonObject, JsonObject]>([
  ["custom_tool_call", {}, { type: "custom_tool_call_output", output: "done" }],
  ["local_shell_call", {}, { type: "local_shell_call_output", id: "call_1", output: "done" }],
  [
    "apply_patch_call",
    {},
    { type: "apply_patch_call_output", status: "completed", output: "done" },
  ],
  [
    "shell_call",
    {},
    {
      type: "shell_call_output",
      output: [{ stdout: "done", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
    },
  ],
])("PROV-9: the outcome of a %s has its own kind", (type, more, expected) => {
  const item = { type, id: "x_1", call_id: "call_1", ...more };
  const messages = [
    assistant([{ ...call, id: "call_1|x_1", opaque: item }]),
    outcome("call_1|x_1", [{ type: "text", text: "done" }]),
  ];
  expect(bodyOf({ messages }).input).toEqual([item, { ...expected, call_id: "call_1" }]);
  const elsewhere = bodyOf({ messages }, target({}, { provider: "other" })).input;
  expect(elsewhere[1]).toEqual({ type: "function_call_output", call_id: "call_1", output: "done" });
});

test("PROV-9: a failed approval is a refusal, a screenshot is the outcome of a computer call", () => {
  const ask = { type: "mcp_approval_request", id: "mcpr_1" };
  const look = { type: "computer_call", id: "cu_1", call_id: "call_2" };
  const messages = [
    assistant([
      { ...call, id: "mcpr_1", opaque: ask },
      { ...call, id: "call_2|cu_1", opaque: look },
    ]),
    outcome("mcpr_1", [{ type: "text", text: "no" }], true),
    outcome("call_2|cu_1", [image]),
  ];
  expect(bodyOf({ messages }).input.slice(2)).toEqual([
    { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: false, reason: "no" },
    {
      type: "computer_call_output",
      call_id: "call_2",
      output: { type: "computer_screenshot", image_url: "data:image/png;base64,AAAA" },
    },
  ]);
});

test("images go into messages and outcomes, or leave a note", () => {
  const messages: Message[] = [
    { role: "user", content: [image] },
    outcome("c1", [{ type: "text", text: "see" }, image]),
  ];
  const picture = { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AAAA" };
  const [user, tool] = bodyOf({ messages }).input;
  expect(user.content).toEqual([picture]);
  expect(tool.output).toEqual([{ type: "input_text", text: "see" }, picture]);
  const blind = bodyOf({ messages }, target({ supportsImages: false })).input;
  expect(blind[0].content[0].type).toBe("input_text");
  expect(blind[1].output).toContain("image left out");
});

test("ids of other wires are shortened alike for a call and its outcome", () => {
  const id = `${"x".repeat(80)} y`;
  const messages = [assistant([{ ...call, id }], "other"), outcome(id, [])];
  const [first, second] = bodyOf({ messages }).input;
  expect(first.call_id).toBe(second.call_id);
  expect(first.call_id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
