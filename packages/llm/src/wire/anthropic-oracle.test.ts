import { describe, expect, test } from "bun:test";
import { Anthropic } from "@anthropic-ai/sdk";
import type { ContentBlock, Message } from "@anthropic-ai/sdk/resources/messages";
import type { AssistantContent, FinishEvent } from "@squire/protocol";
import { anthropicMessages } from "./anthropic.ts";
import type { Target } from "./contract.ts";

const target: Target = { provider: "anthropic", api: "anthropic-messages", compat: {} };

/** The official client's reading of the same frames. */
async function official(frames: readonly { readonly type: string }[]): Promise<Message> {
  const body = frames
    .map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`)
    .join("");
  const client = new Anthropic({
    apiKey: "none",
    baseURL: "http://vendor.invalid",
    maxRetries: 0,
    fetch: () =>
      Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } })),
  });
  return client.messages
    .stream({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "x" }] })
    .finalMessage();
}

function ours(frames: readonly unknown[]): FinishEvent {
  const stepper = anthropicMessages.stepper(target, "m");
  const events = [...frames.flatMap((frame) => stepper.step(frame)), ...stepper.end()];
  const last = events.at(-1);
  if (last?.type !== "finish") throw new Error(`ended with ${JSON.stringify(last)}`);
  return last;
}

/** Their block in our words. */
function translated(block: ContentBlock): AssistantContent {
  switch (block.type) {
    case "text":
      return {
        type: "text",
        text: block.text,
        ...(block.citations?.length
          ? { opaque: { type: "text", citations: JSON.parse(JSON.stringify(block.citations)) } }
          : {}),
      };
    case "thinking":
      return {
        type: "thinking",
        text: block.thinking,
        opaque: { type: "thinking", signature: block.signature },
      };
    case "redacted_thinking":
      return { type: "thinking", text: "", opaque: { type: block.type, data: block.data } };
    case "tool_use":
      return {
        type: "call",
        id: block.id,
        name: block.name,
        argsText: JSON.stringify(block.input),
      };
    default:
      return { type: "vendor", label: block.type, opaque: JSON.parse(JSON.stringify(block)) };
  }
}

/** Our block with its arguments in one spelling. */
function plain(block: AssistantContent): AssistantContent {
  if (block.type !== "call") return block;
  return { ...block, argsText: JSON.stringify(JSON.parse(block.argsText)) };
}

const start = (usage: object) => ({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});
const begin = (index: number, block: object) => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const delta = (index: number, piece: object) => ({
  type: "content_block_delta",
  index,
  delta: piece,
});
const close = (index: number) => ({ type: "content_block_stop", index });
const end = (reason: string, usage: object) => ({
  type: "message_delta",
  delta: { stop_reason: reason, stop_sequence: null },
  usage,
});
const STOP = { type: "message_stop" };

const STREAMS = {
  "text with odd characters": [
    start({ input_tokens: 9, output_tokens: 1 }),
    begin(0, { type: "text", text: "", citations: null }),
    { type: "ping" },
    delta(0, { type: "text_delta", text: "naïve \u2028 😀" }),
    delta(0, { type: "text_delta", text: '\n"end"' }),
    close(0),
    end("end_turn", { output_tokens: 12 }),
    STOP,
  ],
  "thinking, redacted thinking and parallel calls": [
    start({
      input_tokens: 3,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 400,
      output_tokens: 1,
    }),
    begin(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "First " }),
    delta(0, { type: "thinking_delta", thinking: "look." }),
    delta(0, { type: "signature_delta", signature: "RXZR+/=" }),
    close(0),
    begin(1, { type: "redacted_thinking", data: "c2VjcmV0" }),
    close(1),
    begin(2, { type: "tool_use", id: "toolu_1", name: "read", input: {} }),
    delta(2, { type: "input_json_delta", partial_json: "" }),
    delta(2, { type: "input_json_delta", partial_json: '{"path": "a' }),
    delta(2, { type: "input_json_delta", partial_json: '.ts", "lines": [1, 2]}' }),
    close(2),
    begin(3, { type: "tool_use", id: "toolu_2", name: "now", input: {} }),
    close(3),
    end("tool_use", {
      input_tokens: 4,
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 31 },
    }),
    STOP,
  ],
  "a search the vendor ran": [
    start({ input_tokens: 5, output_tokens: 1 }),
    begin(0, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }),
    delta(0, { type: "input_json_delta", partial_json: '{"query": "weather"}' }),
    close(0),
    begin(1, {
      type: "web_search_tool_result",
      tool_use_id: "srv_1",
      content: [
        {
          type: "web_search_result",
          url: "https://example.org",
          title: "T",
          encrypted_content: "eA==",
          page_age: null,
        },
      ],
    }),
    close(1),
    begin(2, { type: "text", text: "", citations: [] }),
    delta(2, {
      type: "citations_delta",
      citation: {
        type: "web_search_result_location",
        url: "https://example.org",
        title: "T",
        cited_text: "Rain",
        encrypted_index: "aQ==",
      },
    }),
    delta(2, { type: "text_delta", text: "Rain." }),
    close(2),
    end("max_tokens", {
      input_tokens: 900,
      output_tokens: 8,
      server_tool_use: { web_search_requests: 1 },
    }),
    STOP,
  ],
};

describe("PROV-8: the official client reads the same", () => {
  test.each(Object.entries(STREAMS))("%s", async (_name, frames) => {
    const theirs = await official(frames);
    const { message, usage, reason } = ours(frames);
    expect(message.content.map(plain)).toEqual(theirs.content.map(translated));
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = theirs.usage;
    expect(usage).toMatchObject({
      input: input_tokens + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0),
      output: theirs.usage.output_tokens,
      cacheRead: cache_read_input_tokens ?? null,
      cacheWrite: cache_creation_input_tokens ?? null,
      reasoning: theirs.usage.output_tokens_details?.thinking_tokens ?? null,
    });
    const reasons = { end_turn: "stop", tool_use: "calls", max_tokens: "length" };
    expect(reason).toBe(reasons[theirs.stop_reason as keyof typeof reasons] as typeof reason);
  });
});

test("PROV-11: the official client fails where we do", async () => {
  const frames = STREAMS["text with odd characters"];
  for (const cut of [0, 3, frames.length - 1]) {
    const theirs = await official(frames.slice(0, cut)).catch((error: unknown) => error);
    expect(theirs).toBeInstanceOf(Error);
    expect(() => ours(frames.slice(0, cut))).toThrow("protocol");
  }
});
