import { describe, expect, test } from "bun:test";
import type {
  AssistantContent,
  AssistantMessage,
  Message,
  ModelRequest,
  UserContent,
} from "@squire/protocol";
import { userText } from "@squire/protocol";
import type { Compat } from "../compat.ts";
import { anthropicMessages } from "./anthropic.ts";
import type { Target } from "./contract.ts";
import { encoded } from "./testing/encoded.ts";

const target: Target = { provider: "anthropic", api: "anthropic-messages", compat: {} };
const unmarked: Target = { ...target, compat: { supportsCacheControl: false } };
const OWN = { provider: "anthropic", wire: "anthropic-messages", model: "claude-test" };
const FOREIGN = { provider: "openai", wire: "openai-responses", model: "gpt-test" };
const PNG: UserContent = { type: "image", mimeType: "image/png", data: "aW1n" };

function assistant(content: readonly AssistantContent[], origin = OWN): AssistantMessage {
  return { role: "assistant", content, origin };
}

function call(id: string, argsText = "{}", name = "read"): AssistantContent {
  return { type: "call", id, name, argsText };
}

function outcome(callId: string, content: readonly UserContent[], failed = false): Message {
  return { role: "tool", callId, name: "read", content, failed };
}

const said = (text: string): UserContent => ({ type: "text", text });

function encode(request: Partial<ModelRequest>, to: Target = unmarked) {
  const full: ModelRequest = {
    model: "claude-test",
    messages: [userText("Hi")],
    tools: [],
    ...request,
  };
  const { body } = encoded(anthropicMessages, full, to);
  return JSON.parse(body) as Record<string, unknown>;
}

/** The content blocks of each message, with the role before them. */
function sent(messages: readonly Message[], to: Target = unmarked): unknown {
  return encode({ messages }, to)["messages"];
}

test("PROV-8: the request goes to /v1/messages with a version and its messages last", () => {
  const request: ModelRequest = {
    model: "claude-test",
    system: "Be brief.",
    messages: [userText("Hi")],
    tools: [{ name: "read", description: "Reads.", parameters: { type: "object" } }],
    temperature: 0.5,
    maxTokens: 100,
  };
  expect(encoded(anthropicMessages, request, unmarked)).toEqual({
    path: "/v1/messages",
    headers: { "anthropic-version": "2023-06-01" },
    body:
      '{"model":"claude-test","max_tokens":100,"stream":true,"temperature":0.5,' +
      '"tools":[{"name":"read","description":"Reads.","input_schema":{"type":"object","properties":{}}}],' +
      '"system":[{"type":"text","text":"Be brief."}],' +
      '"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}',
  });
});

test("RPR-8: an object schema without properties is advertised with {}", () => {
  const schema = (parameters: ModelRequest["tools"][number]["parameters"]) =>
    encode({ tools: [{ name: "t", description: "", parameters }] })["tools"];
  expect(schema({})).toEqual([{ name: "t", input_schema: { type: "object", properties: {} } }]);
  const full = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  expect(schema(full)).toEqual([{ name: "t", input_schema: full }]);
});

test("max_tokens is always there, and extra_body goes in before the messages", () => {
  expect(encode({})["max_tokens"]).toBe(8192);
  expect(encode({}, { ...unmarked, maxOutput: 64_000 })["max_tokens"]).toBe(64_000);
  expect(encode({ maxTokens: 5 }, { ...unmarked, maxOutput: 64_000 })["max_tokens"]).toBe(5);
  const extraBody = { service_tier: "auto", max_tokens: 9, messages: "no" };
  const body = encode({}, { ...unmarked, compat: { ...unmarked.compat, extraBody } });
  expect(body).toMatchObject({ service_tier: "auto", max_tokens: 9 });
  expect(Object.keys(body).at(-1)).toBe("messages");
  expect(body["messages"]).toBeArray();
});

describe("messages", () => {
  test("neighbours of one role merge, outcomes stand first", () => {
    expect(
      sent([
        userText("a"),
        userText("b"),
        assistant([call("x", '{"p": 1}'), call("y")]),
        outcome("x", [said("1")]),
        userText("wait"),
        outcome("y", [said("2")]),
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "x", name: "read", input: { p: 1 } },
          { type: "tool_use", id: "y", name: "read", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "x", content: [{ type: "text", text: "1" }] },
          { type: "tool_result", tool_use_id: "y", content: [{ type: "text", text: "2" }] },
          { type: "text", text: "wait" },
        ],
      },
    ]);
  });

  test("outcomes are as Anthropic accepts them: nothing empty, errors only of text", () => {
    const calls = assistant(["a", "b", "c", "d"].map((id) => call(id)));
    const source = { type: "base64", media_type: "image/png", data: "aW1n" };
    expect(
      sent([
        calls,
        outcome("a", [said(" \n")]),
        outcome("b", [], true),
        outcome("c", [said("boom"), PNG], true),
        outcome("d", [said("see"), PNG]),
      ]),
    ).toMatchObject([
      {},
      {
        content: [
          { type: "tool_result", tool_use_id: "a" },
          { content: [{ type: "text", text: "The call failed." }], is_error: true },
          { content: [{ text: "The call failed." }, { text: "boom" }, { type: "image", source }] },
          {
            content: [
              { type: "text", text: "see" },
              { type: "image", source },
            ],
          },
        ],
      },
    ]);
    const body = JSON.stringify(sent([calls, outcome("a", []), outcome("c", [PNG], true)]));
    expect(body).not.toContain('"content":[]');
    expect(body).not.toContain("is_error");
  });

  test("empty text is dropped, an assistant message with nothing left goes with it", () => {
    expect(
      sent([
        userText("a"),
        assistant(
          [
            { type: "text", text: " " },
            { type: "thinking", text: "foreign" },
          ],
          FOREIGN,
        ),
        { role: "user", content: [said(""), said("b")] },
        assistant([
          { type: "text", text: "mid \n" },
          { type: "text", text: "end \n" },
        ]),
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "mid \n" },
          { type: "text", text: "end" },
        ],
      },
    ]);
  });

  test("an assistant message may come first: nothing is invented before it", () => {
    expect(sent([assistant([{ type: "text", text: "Hello" }]), userText("Hi")])).toMatchObject([
      { role: "assistant" },
      { role: "user" },
    ]);
  });

  test("images the server or the model cannot take become a note", () => {
    const image = (mimeType: string, compat: Compat = {}) =>
      sent([{ role: "user", content: [{ ...PNG, mimeType }] }], { ...unmarked, compat });
    const media = (mediaType: string) => [{ content: [{ source: { media_type: mediaType } }] }];
    const note = [{ content: [{ type: "text", text: expect.stringContaining("image") }] }];
    expect(image("image/jpg")).toMatchObject(media("image/jpeg"));
    expect(image("image/webp")).toMatchObject(media("image/webp"));
    expect(image("image/tiff")).toMatchObject(note);
    expect(image("image/png", { supportsImages: false })).toMatchObject(note);
    const shown = outcome("a", [PNG]);
    expect(sent([shown])).toMatchObject([{ content: [{ content: [{ type: "image" }] }] }]);
    const blind = { ...unmarked, compat: { supportsImages: false } };
    expect(sent([shown], blind)).toMatchObject([{ content: [{ content: [{ type: "text" }] }] }]);
  });

  test("arguments keep their bytes; what is no object is sent as _raw", () => {
    const { body } = encoded(
      anthropicMessages,
      {
        model: "m",
        tools: [],
        messages: [
          assistant([
            call("a", '{ "n": 1.0,\n"k":"é" }'),
            call("b", "[1]"),
            call("c", ""),
            call("d", '{"x'),
          ]),
        ],
      },
      unmarked,
    );
    expect(body).toContain('"input":{ "n": 1.0,\n"k":"é" }}');
    expect(body).toContain('"input":{"_raw":"[1]"}}');
    expect(body).toContain('"id":"c","name":"read","input":{}}');
    expect(body).toContain('"input":{"_raw":"{\\"x"}}');
  });

  test("ids and names of other wires are made to fit, alike for call and outcome", () => {
    const ids = ["call_x|fc_y", "call_1", "", "z".repeat(90)];
    const history = (id: string): Message[] => [
      assistant([call(id, "{}", "server.tool/é")], FOREIGN),
      outcome(id, []),
    ];
    const messages = [...ids, ...ids].flatMap(history);
    const blocks = (sent(messages) as { content: Record<string, string>[] }[]).flatMap(
      (message) => message.content,
    );
    const given = blocks.flatMap((block) => block["id"] ?? []);
    expect(new Set(given).size).toBe(8);
    for (const id of given) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(given[1]).toBe("call_1");
    expect(blocks.flatMap((block) => block["tool_use_id"] ?? [])).toEqual(given);
    expect(blocks[0]?.["name"]).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
    expect(sent([assistant([call("x", "{}", "")])])).toMatchObject([
      { content: [{ name: "unnamed" }] },
    ]);
  });

  test("PROV-17: own thinking and vendor blocks go back as they came, foreign ones stay away", () => {
    const search = { type: "server_tool_use", id: "s", name: "web_search", input: { query: "x" } };
    const citations = [{ type: "web_search_result_location", encrypted_index: "aQ==" }];
    const content: AssistantContent[] = [
      { type: "thinking", text: " a\n", opaque: { type: "thinking", signature: "c2ln+/=" } },
      { type: "thinking", text: "", opaque: { type: "redacted_thinking", data: "ZW5j" } },
      { type: "thinking", text: "cut off before it was signed" },
      { type: "vendor", label: "server_tool_use", opaque: search },
      { type: "text", text: "So.", opaque: { type: "text", citations } },
    ];
    expect(sent([assistant(content)])).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: " a\n", signature: "c2ln+/=" },
          { type: "redacted_thinking", data: "ZW5j" },
          search,
          { type: "text", text: "So.", citations },
        ],
      },
    ]);
    const text = [{ role: "assistant", content: [{ type: "text", text: "So." }] }];
    expect(sent([assistant(content, FOREIGN)])).toEqual(text);
    expect(sent([assistant(content, { ...OWN, provider: "minimax" })])).toEqual(text);
  });
});
