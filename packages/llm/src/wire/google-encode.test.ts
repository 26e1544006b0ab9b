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
import { extendsBody } from "./body.ts";
import type { Target } from "./contract.ts";
import { googleGemini } from "./google.ts";
import { encoded } from "./testing/encoded.ts";

const target: Target = { provider: "google", api: "google-generative-ai", compat: {} };
const OWN = { provider: "google", wire: "google-generative-ai", model: "gemini-3-pro" };
const FOREIGN = { provider: "openai", wire: "openai-responses", model: "gpt-test" };
const PNG: UserContent = { type: "image", mimeType: "image/png", data: "aW1n" };
const INLINE = { inlineData: { mimeType: "image/png", data: "aW1n" } };
const SKIP = "skip_thought_signature_validator";

function assistant(content: readonly AssistantContent[], origin = OWN): AssistantMessage {
  return { role: "assistant", content, origin };
}

function call(id: string, more: Partial<AssistantContent> = {}): AssistantContent {
  return { type: "call", id, name: "read", argsText: "{}", ...more } as AssistantContent;
}

function outcome(callId: string, content: readonly UserContent[], failed = false): Message {
  return { role: "tool", callId, name: "read", content, failed };
}

const said = (text: string): UserContent => ({ type: "text", text });

function encode(request: Partial<ModelRequest>, to: Target = target) {
  const full = { model: "gemini-2.5-flash", messages: [userText("Hi")], tools: [], ...request };
  const { body } = encoded(googleGemini, full, to);
  return JSON.parse(body) as Record<string, unknown>;
}

function sent(messages: readonly Message[], model = "gemini-2.5-flash", compat: Compat = {}) {
  return encode({ messages, model }, { ...target, compat })["contents"];
}

const answered = (...parts: object[]) => ({ role: "user", parts });
const responded = (response: object, more: object = {}) => ({
  functionResponse: { name: "read", response, ...more },
});

test("PROV-10: the request streams as SSE with its contents last", () => {
  const request: ModelRequest = {
    model: "gemini-2.5-flash",
    system: "Be brief.",
    messages: [userText("Hi")],
    tools: [{ name: "read", description: "Reads.", parameters: { type: "object" } }],
    temperature: 0.5,
    maxTokens: 100,
  };
  expect(encoded(googleGemini, request, target)).toEqual({
    path: "/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    headers: {},
    body:
      '{"systemInstruction":{"parts":[{"text":"Be brief."}]},' +
      '"tools":[{"functionDeclarations":[{"name":"read","description":"Reads.",' +
      '"parametersJsonSchema":{"type":"object","properties":{}}}]}],' +
      '"generationConfig":{"temperature":0.5,"maxOutputTokens":100},' +
      '"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}',
  });
  expect(encode({})).toEqual({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] });
});

describe("PROV-26: the path of a model", () => {
  const vertex: Target = { ...target, api: "google-vertex" };
  const path = (model: string, to: Target) =>
    encoded(googleGemini, { model, messages: [], tools: [] }, to).path.split(":stream")[0];
  test.each([
    ["gemini-x", target, "/models/gemini-x"],
    ["models/gemini-x", target, "/models/gemini-x"],
    ["tunedModels/mine", target, "/tunedModels/mine"],
    ["gemini-x", vertex, "/publishers/google/models/gemini-x"],
    ["gemini-x@001", vertex, "/publishers/google/models/gemini-x@001"],
    ["publishers/meta/models/llama", vertex, "/publishers/meta/models/llama"],
    ["../../secret?x#y z", target, "/models/secret%3Fx%23y%20z"],
    ["\ud800", target, "/models/%EF%BF%BD"],
  ] as const)("%s", (model, to, expected) => {
    expect(path(model, to)).toBe(expected);
  });
});

test("PROV-2: JSON is asked for, but not beside tools, which Google refuses", () => {
  const json = { responseFormat: "json_object" } as const;
  const tools = [{ name: "t", description: "", parameters: {} }];
  expect(encode(json)["generationConfig"]).toEqual({ responseMimeType: "application/json" });
  expect(encode({ ...json, tools })["generationConfig"]).toBeUndefined();
  const cool = {
    ...target,
    compat: { supportsTemperature: false, extraBody: { labels: { a: "b" } } },
  };
  expect(encode({ temperature: 1 }, cool)).toMatchObject({ labels: { a: "b" } });
  expect(encode({ temperature: 1 }, cool)["generationConfig"]).toBeUndefined();
});

describe("PROV-19: thinking", () => {
  const think = (thinking: ModelRequest["thinking"], model: string, to: Partial<Target> = {}) => {
    const request = { model, ...(thinking === undefined ? {} : { thinking }) };
    const config = encode(request, { ...target, ...to })["generationConfig"];
    return (config as { thinkingConfig?: object } | undefined)?.thinkingConfig;
  };
  const budget = (thinkingBudget: number) => ({ includeThoughts: true, thinkingBudget });

  test("levels are budgets within what the model takes", () => {
    expect(think(undefined, "gemini-2.5-flash")).toBeUndefined();
    expect(think("high", "gemini-2.5-flash", { reasoning: false })).toBeUndefined();
    expect(think("minimal", "gemini-2.5-flash")).toEqual(budget(1024));
    expect(think("low", "gemini-2.5-flash")).toEqual(budget(2048));
    expect(think("medium", "gemini-2.5-flash")).toEqual(budget(8192));
    expect(think("high", "gemini-2.5-flash")).toEqual(budget(16_384));
    expect(think("max", "gemini-2.5-flash")).toEqual(budget(24_576));
    expect(think("max", "gemini-2.5-pro")).toEqual(budget(32_768));
    const off = { includeThoughts: false };
    expect(think("off", "gemini-2.5-flash")).toEqual({ ...off, thinkingBudget: 0 });
    expect(think("off", "gemini-2.5-pro")).toEqual({ ...off, thinkingBudget: 128 });
  });

  test.each([
    ["gemini-2.5-flash", "max", { thinkingBudget: 24_576 }],
    ["gemini-3-pro-preview", "medium", { thinkingLevel: "LOW" }],
    ["gemini-3.1-pro-preview", "medium", { thinkingLevel: "MEDIUM" }],
    ["gemini-3.8-flash", "max", { thinkingLevel: "HIGH" }],
    ["gemini-3.8-flash", "off", { thinkingLevel: "LOW" }],
    ["gemini-3.5-flash-lite", "off", { thinkingLevel: "MINIMAL" }],
    ["gemini-flash-latest", "minimal", { thinkingLevel: "LOW" }],
  ] as const)("%s at %s", (model, level, config) => {
    expect(think(level, model)).toEqual({ includeThoughts: level !== "off", ...config });
  });

  test("models with words for levels get the nearest lower one", () => {
    const to = { compat: { thinkingLevels: { low: "LOW", high: "HIGH" } } };
    const level = (thinkingLevel: string) => ({ includeThoughts: true, thinkingLevel });
    expect(think("medium", "gemini-3-pro", to)).toEqual(level("LOW"));
    expect(think("max", "gemini-3-pro", to)).toEqual(level("HIGH"));
    expect(think("off", "gemini-3-pro", to)).toEqual({
      includeThoughts: false,
      thinkingLevel: "LOW",
    });
  });
});

describe("contents", () => {
  test("all outcomes of a message are one content, apart from the user's words", () => {
    expect(
      sent([
        userText("a"),
        { role: "user", content: [said(""), PNG] },
        assistant([{ type: "text", text: "" }, call("x", { argsText: '{"p": 1}' }), call("y")]),
        outcome("x", [said("1"), said("one")]),
        outcome("y", [], true),
        userText("b"),
        assistant([{ type: "text", text: "" }]),
        userText("c"),
      ]),
    ).toEqual([
      { role: "user", parts: [{ text: "a" }, INLINE] },
      {
        role: "model",
        parts: [
          { functionCall: { name: "read", args: { p: 1 } } },
          { functionCall: { name: "read", args: {} } },
        ],
      },
      answered(responded({ output: "1\none" }), responded({ error: "The call failed." })),
      { role: "user", parts: [{ text: "b" }, { text: "c" }] },
    ]);
  });

  test("images of outcomes are part of them, or follow when all calls are answered", () => {
    const messages = [
      assistant([call("x"), call("y")], FOREIGN),
      outcome("x", [said("see"), PNG]),
      outcome("y", [said("ok")]),
    ];
    expect(sent(messages, "gemini-3-pro")).toMatchObject([
      {},
      answered(responded({ output: "see" }, { parts: [INLINE] }), responded({ output: "ok" })),
    ]);
    const old = answered(responded({ output: "see" }), responded({ output: "ok" }));
    expect(sent(messages)).toMatchObject([{}, old, { role: "user", parts: [INLINE] }]);
    expect(sent(messages.slice(0, 2))).toHaveLength(2);
    expect(sent([...messages.slice(0, 2), userText("go on")])).toMatchObject([
      {},
      answered(responded({ output: "see" })),
      { role: "user", parts: [INLINE, { text: "go on" }] },
    ]);
    const blind = sent(messages, "gemini-3-pro", { supportsImages: false });
    expect(JSON.stringify(blind)).not.toContain("inlineData");
    expect(JSON.stringify(blind)).toContain("image left out");
  });

  test("LOOP-3: outcomes that arrive one by one extend the body, whatever they hold", () => {
    const messages = [
      userText("a"),
      assistant([call("x"), call("y")]),
      outcome("x", [PNG]),
      outcome("y", [PNG]),
      userText("b"),
    ];
    for (const model of ["gemini-2.5-flash", "gemini-3-pro"]) {
      const bodies = messages.map(
        (_, at) =>
          encoded(googleGemini, { model, tools: [], messages: messages.slice(0, at + 1) }, target)
            .body,
      );
      for (const [at, body] of bodies.slice(1).entries()) {
        expect(extendsBody(bodies[at] ?? "", body)).toBe(true);
      }
    }
  });

  const SIGNED: AssistantContent[] = [
    { type: "thinking", text: "th", opaque: { spans: [{ from: 0, to: 2, signature: "dA==" }] } },
    {
      type: "text",
      text: "abcdef",
      opaque: {
        spans: [
          { from: 2, to: 4, signature: "MQ==" },
          { from: 6, to: 6, signature: "Mg==" },
        ],
      },
    },
    call("x", { opaque: { id: "given", signature: "Mw==" } }),
    call("y"),
    { type: "vendor", label: "executableCode", opaque: { executableCode: { code: "1" } } },
  ];

  test("PROV-17: signatures go back byte for byte on the parts they came with", () => {
    expect(sent([assistant(SIGNED), outcome("x", [said("ok")])], "gemini-3-pro")).toEqual([
      {
        role: "model",
        parts: [
          { text: "th", thought: true, thoughtSignature: "dA==" },
          { text: "ab" },
          { text: "cd", thoughtSignature: "MQ==" },
          { text: "ef" },
          { text: "", thoughtSignature: "Mg==" },
          { functionCall: { id: "given", name: "read", args: {} }, thoughtSignature: "Mw==" },
          { functionCall: { name: "read", args: {} } },
          { executableCode: { code: "1" } },
        ],
      },
      answered(responded({ output: "ok" }, { id: "given" })),
    ]);
  });

  test("PROV-17: to others only what was said and called is told", () => {
    const parts = (signature: object) => [
      { text: "abcdef" },
      { functionCall: { name: "read", args: {} }, ...signature },
      { functionCall: { name: "read", args: {} } },
    ];
    for (const origin of [FOREIGN, { ...OWN, wire: "google-vertex" }, { ...OWN, provider: "x" }]) {
      const messages = [assistant(SIGNED, origin)];
      expect(sent(messages)).toEqual([{ role: "model", parts: parts({}) }]);
      const stands = [{ role: "model", parts: parts({ thoughtSignature: SKIP }) }];
      expect(sent(messages, "gemini-3-pro")).toEqual(stands);
      expect(sent(messages, "alias", { thinkingLevels: { low: "low" } })).toEqual(stands);
    }
  });

  test("names other models made up are made to fit, alike for call and outcome", () => {
    const odd = [assistant([call("x", { name: "7/é tool" })], FOREIGN), outcome("x", [])];
    expect(sent(odd)).toMatchObject([
      { parts: [{ functionCall: { name: "_7___tool" } }] },
      { parts: [{ functionResponse: { name: "_7___tool" } }] },
    ]);
    expect(sent([outcome("none", [said("x")])])).toEqual([answered(responded({ output: "x" }))]);
  });
});
