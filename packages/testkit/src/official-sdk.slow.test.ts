import { expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import type { ServerStep } from "./faults.ts";
import { turn } from "./faults.ts";
import { rejectionOf } from "./rejection.ts";
import { startScriptedServer } from "./server.ts";
import { call, fail, reply, say, think } from "./turn.ts";

// The vendors' own clients judge the frames: what they assemble must be what the script says.

const TEXT = "Grüße, Welt 🌍!\nZeile 2";
const ARGS = { path: "src/ä.ts", deep: { list: [1, "zwei", null] } };
const usage = { input: 100, output: 40, cacheRead: 60, cacheWrite: 15, reasoning: 12 };

const FULL = reply(
  think("Let me look around.", { signature: "c2ln" }),
  say(TEXT, { usage }),
  call("read_file", ARGS, { id: "call_a" }),
  call("list_files", {}, { id: "call_b" }),
);

const STEPS: readonly (readonly [string, ServerStep])[] = [
  ["plain", FULL],
  ["byte by byte", turn(FULL, { chunkBytes: 1 })],
  ["with comments and CRLF", turn(FULL, { comments: ["ping"], lineEnding: "\r\n" })],
  ["with junk lines", turn(FULL, { malformedLines: ["nonsense", "retry: soon"] })],
];

const user = { role: "user" as const, content: "hi" };

test.each(STEPS)("openai reads Chat Completions: %s", async (_name, step) => {
  await using server = await startScriptedServer([step]);
  const stream = openai(server.url).chat.completions.stream({
    model: "gpt-test",
    messages: [user],
    stream_options: { include_usage: true },
  });
  // Reasoning is a field of OpenAI's imitators: the client hands it on but does not join it.
  const thoughts: unknown[] = [];
  stream.on("chunk", ({ choices: [choice] }) => {
    thoughts.push(Object.entries(choice?.delta ?? {}).find(([key]) => /reasoning/.test(key))?.[1]);
  });
  const completion = await stream.finalChatCompletion();

  const [choice] = completion.choices;
  expect(choice?.message.content).toBe(TEXT);
  expect(choice?.finish_reason).toBe("tool_calls");
  expect(thoughts.join("")).toBe("Let me look around.");
  expect(
    choice?.message.tool_calls?.map((made) =>
      made.type === "function" ? [made.id, made.function.name, made.function.arguments] : made,
    ),
  ).toEqual([
    ["call_a", "read_file", JSON.stringify(ARGS)],
    ["call_b", "list_files", "{}"],
  ]);
  expect(completion.usage).toEqual({
    prompt_tokens: 100,
    completion_tokens: 40,
    total_tokens: 140,
    prompt_tokens_details: { cached_tokens: 60 },
    completion_tokens_details: { reasoning_tokens: 12 },
  });
  expect(completion.model).toBe("gpt-test");
  server.assertDone();
});

test("Chat Completions gives usage only to those who ask", async () => {
  await using server = await startScriptedServer([say("x", { finish: "length" })]);
  const completion = await openai(server.url)
    .chat.completions.stream({ model: "gpt-test", messages: [user] })
    .finalChatCompletion();

  expect(completion.choices[0]?.finish_reason).toBe("length");
  expect(completion.usage).toBeUndefined();
  expect(server.requests[0]?.json).toMatchObject({ stream: true, messages: [user] });
});

test.each(STEPS)("openai reads Responses: %s", async (_name, step) => {
  await using server = await startScriptedServer([step]);
  const stream = openai(server.url).responses.stream({ model: "gpt-test", input: "hi" });
  const deltas: string[] = [];
  stream.on("response.output_text.delta", ({ delta }) => deltas.push(delta));
  const response = await stream.finalResponse();

  expect(deltas.join("")).toBe(TEXT);
  expect(deltas.length).toBeGreaterThan(2);
  expect(response.output_text).toBe(TEXT);
  expect(response.status).toBe("completed");
  expect(response.output[0]).toMatchObject({
    type: "reasoning",
    summary: [{ type: "summary_text", text: "Let me look around." }],
    encrypted_content: "c2ln",
  });
  expect(
    response.output.flatMap((item) =>
      item.type === "function_call" ? [[item.call_id, item.name, item.arguments]] : [],
    ),
  ).toEqual([
    ["call_a", "read_file", JSON.stringify(ARGS)],
    ["call_b", "list_files", "{}"],
  ]);
  expect(untyped(response.usage)).toEqual({
    input_tokens: 100,
    output_tokens: 40,
    total_tokens: 140,
    input_tokens_details: { cached_tokens: 60 },
    output_tokens_details: { reasoning_tokens: 12 },
  });
  server.assertDone();
});

test("openai reads an incomplete and a failed response", async () => {
  await using server = await startScriptedServer([
    say("cut", { finish: "length" }),
    reply(say("x"), fail("overloaded", "busy")),
  ]);
  const client = openai(server.url);
  const ask = () => client.responses.stream({ model: "m", input: "hi" }).finalResponse();

  expect(await ask()).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output_text: "cut",
  });
  expect(String(await rejectionOf(ask()))).toContain("busy");
});

test.each(STEPS)("@anthropic-ai/sdk reads Messages: %s", async (_name, step) => {
  await using server = await startScriptedServer([step]);
  const stream = anthropic(server.url).messages.stream({
    model: "claude-test",
    max_tokens: 100,
    messages: [user],
  });
  const message = await stream.finalMessage();

  expect(untyped(message.content)).toEqual([
    { type: "thinking", thinking: "Let me look around.", signature: "c2ln" },
    { type: "text", text: TEXT },
    { type: "tool_use", id: "call_a", name: "read_file", input: ARGS },
    { type: "tool_use", id: "call_b", name: "list_files", input: {} },
  ]);
  expect(message.stop_reason).toBe("tool_use");
  expect(message.usage).toMatchObject({
    input_tokens: 25,
    cache_read_input_tokens: 60,
    cache_creation_input_tokens: 15,
    output_tokens: 40,
  });
  server.assertDone();
});

test("@anthropic-ai/sdk reads a refusal and an error in the middle", async () => {
  await using server = await startScriptedServer([
    reply(say("I"), fail("refused", "no")),
    reply(say("x"), fail("overloaded", "busy")),
  ]);
  const client = anthropic(server.url);
  const ask = () =>
    client.messages.stream({ model: "m", max_tokens: 1, messages: [user] }).finalMessage();

  expect((await ask()).stop_reason).toBe("refusal");
  expect(String(await rejectionOf(ask()))).toContain("overloaded_error");
});

// This client knows no SSE comments and no other fields than `data`.
test.each(STEPS.slice(0, 2))(
  "@google/genai reads streamGenerateContent: %s",
  async (_name, step) => {
    await using server = await startScriptedServer([step]);
    const stream = await google(server.url).models.generateContentStream({
      model: "gemini-test",
      contents: "hi",
    });
    const chunks = await Array.fromAsync(stream);
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    const join = (thought: boolean) =>
      parts
        .filter((part) => (part.thought ?? false) === thought)
        .map((part) => part.text ?? "")
        .join("");

    expect(join(true)).toBe("Let me look around.");
    expect(join(false)).toBe(TEXT);
    expect(parts.find((part) => part.thoughtSignature)).toMatchObject({ thoughtSignature: "c2ln" });
    expect(chunks.flatMap((chunk) => chunk.functionCalls ?? [])).toEqual([
      { id: "call_a", name: "read_file", args: ARGS },
      { id: "call_b", name: "list_files", args: {} },
    ]);
    expect(chunks.at(-1)?.usageMetadata).toEqual({
      promptTokenCount: 100,
      candidatesTokenCount: 28,
      totalTokenCount: 140,
      cachedContentTokenCount: 60,
      thoughtsTokenCount: 12,
    });
    expect(untyped(chunks.at(-1)?.candidates?.[0]?.finishReason)).toBe("STOP");
    expect(chunks.at(-1)?.modelVersion).toBe("gemini-test");
    server.assertDone();
  },
);

test("every client reads its vendor's error body", async () => {
  const limit = fail("rate_limit", "Slow down, please.", { retryAfterMs: 1_500 });
  await using server = await startScriptedServer([limit, limit, limit, limit]);
  const errors = [
    await rejectionOf(
      openai(server.url)
        .chat.completions.stream({ model: "m", messages: [user] })
        .done(),
    ),
    await rejectionOf(openai(server.url).responses.stream({ model: "m", input: "x" }).done()),
    await rejectionOf(
      anthropic(server.url)
        .messages.stream({ model: "m", max_tokens: 1, messages: [user] })
        .done(),
    ),
    await rejectionOf(
      google(server.url).models.generateContentStream({ model: "m", contents: "x" }),
    ),
  ];

  for (const error of errors) expect(error).toMatchObject({ status: 429 });
  for (const error of errors) expect(String(error)).toContain("Slow down, please.");
  expect(errors[0]).toMatchObject({ code: "rate_limit_exceeded" });
  expect(errors[2]).toMatchObject({ type: "rate_limit_error" });
  server.assertDone();
});

test("openai lists the models the server is told to have", async () => {
  await using server = await startScriptedServer([], { models: ["a", "b"] });
  const page = await openai(server.url).models.list();

  expect(page.data.map((model) => model.id)).toEqual(["a", "b"]);
  expect(server.lookups[0]).toMatchObject({ method: "GET", path: "/v1/models", wire: null });
});

/** The clients' types promise fields that real servers often leave out. */
function untyped(value: unknown): unknown {
  return value;
}

function openai(url: string): OpenAI {
  return new OpenAI({ apiKey: "k", baseURL: `${url}/v1`, maxRetries: 0 });
}

function anthropic(url: string): Anthropic {
  return new Anthropic({ apiKey: "k", baseURL: url, maxRetries: 0 });
}

function google(url: string): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url } });
}
