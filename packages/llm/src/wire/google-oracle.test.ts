import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { GoogleGenAI } from "@google/genai";
import type { GenerateContentResponse } from "@google/genai";
import type { FinishEvent, ModelRequest } from "@squire/protocol";
import { textOf, userText } from "@squire/protocol";
import type { Target } from "./contract.ts";
import { googleGemini } from "./google.ts";
import { encoded } from "./testing/encoded.ts";

const target: Target = { provider: "google", api: "google-generative-ai", compat: {} };

let server: Server;
let baseUrl = "";
let serving: readonly object[] = [];
let asked: { url: string; body: unknown } | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked = { url: request.url ?? "", body: JSON.parse(body) };
      response.setHeader("content-type", "text/event-stream");
      response.end(serving.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`).join(""));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address === "object" && address !== null) {
    baseUrl = `http://127.0.0.1:${address.port}`;
  }
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The official client's reading of the same frames. */
async function official(frames: readonly object[]): Promise<readonly GenerateContentResponse[]> {
  serving = frames;
  const client = new GoogleGenAI({ apiKey: "none", vertexai: false, httpOptions: { baseUrl } });
  const stream = await client.models.generateContentStream({
    model: "gemini-test",
    contents: [{ role: "user", parts: [{ text: "Hi" }] }],
    config: { systemInstruction: "Be brief.", temperature: 0.5, maxOutputTokens: 9 },
  });
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

function ours(frames: readonly unknown[]): FinishEvent {
  const stepper = googleGemini.stepper(target, "gemini-test");
  const events = [...frames.flatMap((frame) => stepper.step(frame)), ...stepper.end()];
  const last = events.at(-1);
  if (last?.type !== "finish") throw new Error(`ended with ${JSON.stringify(last)}`);
  return last;
}

const frame = (parts: readonly object[], usage: object, more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: 9, ...usage },
  modelVersion: "gemini-test",
  responseId: "r1",
});

const STREAMS = {
  "text after thinking": [
    frame([{ text: "Counting…", thought: true }], { thoughtsTokenCount: 4, totalTokenCount: 13 }),
    frame([{ text: "Three 😀" }], { thoughtsTokenCount: 4, candidatesTokenCount: 2 }),
    frame(
      [{ text: " of them.\n" }, { text: "", thoughtSignature: "c2ln" }],
      { thoughtsTokenCount: 4, candidatesTokenCount: 6, totalTokenCount: 19 },
      { finishReason: "STOP" },
    ),
  ],
  "parallel calls": [
    frame(
      [
        { functionCall: { name: "read", args: { path: "a", n: [1, { x: null }] } } },
        { functionCall: { name: "now", args: {} } },
      ],
      { candidatesTokenCount: 11, totalTokenCount: 20, cachedContentTokenCount: 5 },
    ),
    frame(
      [{ text: "" }],
      { candidatesTokenCount: 11, totalTokenCount: 20 },
      { finishReason: "STOP" },
    ),
  ],
};

describe("PROV-10: the official client reads the same", () => {
  test.each(Object.entries(STREAMS))("%s", async (_name, frames) => {
    const theirs = await official(frames);
    const { message, usage } = ours(frames);
    const parts = theirs.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    const thoughts = parts.flatMap((part) => (part.thought === true ? (part.text ?? "") : []));
    const words = theirs.map((chunk) => (chunk.functionCalls ? "" : (chunk.text ?? "")));
    expect(textOf(message)).toBe(words.join(""));
    expect(
      message.content.flatMap((block) => (block.type === "thinking" ? block.text : [])).join(""),
    ).toBe(thoughts.join(""));
    expect(
      message.content.flatMap((block) =>
        block.type === "call"
          ? { name: block.name, args: JSON.parse(block.argsText) as object }
          : [],
      ),
    ).toEqual(
      theirs.flatMap((chunk) =>
        (chunk.functionCalls ?? []).map(({ name = "", args = {} }) => ({ name, args })),
      ),
    );
    const told = theirs.at(-1)?.usageMetadata;
    expect(usage).toMatchObject({
      input: told?.promptTokenCount,
      output: (told?.candidatesTokenCount ?? 0) + (told?.thoughtsTokenCount ?? 0),
      reasoning: told?.thoughtsTokenCount ?? null,
      total: told?.totalTokenCount,
    });
  });
});

test("PROV-10: the official client asks at the same address with the same body", async () => {
  await official(STREAMS["text after thinking"]);
  const request: ModelRequest = {
    model: "gemini-test",
    system: "Be brief.",
    messages: [userText("Hi")],
    tools: [],
    temperature: 0.5,
    maxTokens: 9,
  };
  const { path, body } = encoded(googleGemini, request, target);
  expect(asked?.url).toBe(`/v1beta${path}`);
  const theirs = asked?.body as Record<string, object> | undefined;
  // The client gives the system text a role, which the API ignores.
  const system = { ...theirs?.["systemInstruction"], role: undefined };
  expect(JSON.parse(body)).toEqual({ ...theirs, systemInstruction: system });
});
