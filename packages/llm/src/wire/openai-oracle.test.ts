import { expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import { isTerminal } from "@squire/protocol";
import OpenAI from "openai";
import type { Wire } from "./contract.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";

// The vendor's own client reads the same stream; what it understands, we must understand alike.

function clientFor(frames: readonly object[], done: boolean): OpenAI {
  const lines = frames.map((frame) => `${eventLine(frame)}data: ${JSON.stringify(frame)}\n\n`);
  const sse = lines.join("") + (done ? "data: [DONE]\n\n" : "");
  return new OpenAI({
    apiKey: "test",
    baseURL: "http://oracle.invalid/v1",
    maxRetries: 0,
    fetch: () =>
      Promise.resolve(new Response(sse, { headers: { "content-type": "text/event-stream" } })),
  });
}

function eventLine(frame: object): string {
  return "type" in frame ? `event: ${String(frame.type)}\n` : "";
}

function ours(
  wire: Wire,
  api: "openai-completions" | "openai-responses",
  frames: readonly object[],
) {
  const stepper = wire.stepper({ provider: "openai", api, compat: {} }, "m-1");
  const events: ModelEvent[] = frames.flatMap((frame) => [...stepper.step(frame)]);
  events.push(...stepper.done(), ...stepper.end());
  const terminal = events.find(isTerminal);
  if (terminal?.type !== "finish") throw new Error(JSON.stringify(terminal));
  const { content } = terminal.message;
  return {
    reason: terminal.reason,
    usage: terminal.usage,
    text: content.flatMap((b) => (b.type === "text" ? [b.text] : [])).join(""),
    thinking: content.flatMap((b) => (b.type === "thinking" ? [b.text] : [])).join(""),
    calls: content.flatMap((b) =>
      b.type === "call" ? [{ id: b.id, name: b.name, args: b.argsText }] : [],
    ),
  };
}

const chat = (choices: object[], more: object = {}) => ({
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "m-1",
  choices,
  ...more,
});
const choice = (delta: object, finish_reason: string | null = null) =>
  chat([{ index: 0, delta, finish_reason, logprobs: null }]);

test("PROV-6: Chat Completions reads as the official client reads it", async () => {
  const frames = [
    choice({ role: "assistant", content: "", refusal: null }),
    choice({ content: "Two " }),
    choice({ content: "places — 😀." }),
    choice({
      tool_calls: [
        { index: 0, id: "c1", type: "function", function: { name: "time", arguments: "" } },
      ],
    }),
    choice({ tool_calls: [{ index: 0, function: { arguments: '{"zone":' } }] }),
    choice({ tool_calls: [{ index: 0, function: { arguments: '"utc"}' } }] }),
    choice({
      tool_calls: [
        { index: 1, id: "c2", type: "function", function: { name: "time", arguments: "{}" } },
      ],
    }),
    choice({}, "tool_calls"),
    chat([], {
      usage: {
        prompt_tokens: 11,
        completion_tokens: 7,
        total_tokens: 18,
        prompt_tokens_details: { cached_tokens: 5 },
        completion_tokens_details: { reasoning_tokens: 2 },
      },
    }),
  ];
  const stream = clientFor(frames, true).chat.completions.stream({
    model: "m-1",
    messages: [{ role: "user", content: "?" }],
    stream_options: { include_usage: true },
  });
  const theirs = await stream.finalChatCompletion();
  const [first] = theirs.choices;
  const reply = ours(openaiChat, "openai-completions", frames);
  expect(reply.text).toBe(first?.message.content ?? "");
  expect(first?.finish_reason).toBe("tool_calls");
  expect(reply.reason).toBe("calls");
  expect(reply.calls).toEqual(
    (first?.message.tool_calls ?? []).flatMap((call) =>
      call.type === "function"
        ? [{ id: call.id, name: call.function.name, args: call.function.arguments }]
        : [],
    ),
  );
  expect(reply.usage).toMatchObject({
    input: theirs.usage?.prompt_tokens,
    output: theirs.usage?.completion_tokens,
    total: theirs.usage?.total_tokens,
    cacheRead: theirs.usage?.prompt_tokens_details?.cached_tokens,
    reasoning: theirs.usage?.completion_tokens_details?.reasoning_tokens,
  });
});

const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "m-1",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
};

function responseFrames(): readonly object[] {
  const reasoning = {
    id: "rs_1",
    type: "reasoning",
    encrypted_content: "gAAA",
    summary: [{ type: "summary_text", text: "Think it over." }],
  };
  const text = { type: "output_text", text: "Two places — 😀.", annotations: [], logprobs: [] };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    status: "completed",
    content: [text],
  };
  const call = {
    id: "fc_1",
    type: "function_call",
    status: "completed",
    call_id: "call_1",
    name: "time",
    arguments: '{"zone":"utc"}',
  };
  const usage = {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 5 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 18,
  };
  const open = { ...RESPONSE, status: "in_progress", output: [], usage: null };
  const output = [reasoning, message, call];
  return [
    { type: "response.created", response: open },
    { type: "response.in_progress", response: open },
    { type: "response.output_item.added", output_index: 0, item: { ...reasoning, summary: [] } },
    {
      type: "response.reasoning_summary_part.added",
      output_index: 0,
      item_id: "rs_1",
      summary_index: 0,
      part: { type: "summary_text", text: "" },
    },
    ...["Think ", "it over."].map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      item_id: "rs_1",
      summary_index: 0,
      delta,
    })),
    { type: "response.output_item.done", output_index: 0, item: reasoning },
    {
      type: "response.output_item.added",
      output_index: 1,
      item: { ...message, status: "in_progress", content: [] },
    },
    {
      type: "response.content_part.added",
      output_index: 1,
      item_id: "msg_1",
      content_index: 0,
      part: { ...text, text: "" },
    },
    ...["Two ", "places", " — 😀."].map((delta) => ({
      type: "response.output_text.delta",
      output_index: 1,
      item_id: "msg_1",
      content_index: 0,
      delta,
      logprobs: [],
    })),
    {
      type: "response.content_part.done",
      output_index: 1,
      item_id: "msg_1",
      content_index: 0,
      part: text,
    },
    { type: "response.output_item.done", output_index: 1, item: message },
    { type: "response.output_item.added", output_index: 2, item: { ...call, arguments: "" } },
    ...['{"zone":', '"utc"}'].map((delta) => ({
      type: "response.function_call_arguments.delta",
      output_index: 2,
      item_id: "fc_1",
      delta,
    })),
    { type: "response.output_item.done", output_index: 2, item: call },
    { type: "response.completed", response: { ...RESPONSE, status: "completed", output, usage } },
  ].map((frame, sequence_number) => ({ ...frame, sequence_number }));
}

test("PROV-9: Responses reads as the official client reads it", async () => {
  const frames = responseFrames();
  const stream = clientFor(frames, false).responses.stream({ model: "m-1", input: "?" });
  const theirs = await stream.finalResponse();
  const reply = ours(openaiResponses, "openai-responses", frames);
  expect(theirs.output_text).toBe("Two places — 😀.");
  expect(reply.text).toBe(theirs.output_text);
  expect(reply.thinking).toBe(
    theirs.output
      .flatMap((i) => (i.type === "reasoning" ? i.summary.map((s) => s.text) : []))
      .join(""),
  );
  expect(reply.calls).toEqual(
    theirs.output.flatMap((item) =>
      item.type === "function_call"
        ? [{ id: `${item.call_id}|${item.id}`, name: item.name, args: item.arguments }]
        : [],
    ),
  );
  expect(reply.usage).toMatchObject({
    input: theirs.usage?.input_tokens,
    output: theirs.usage?.output_tokens,
    total: theirs.usage?.total_tokens,
    cacheRead: theirs.usage?.input_tokens_details.cached_tokens,
    reasoning: theirs.usage?.output_tokens_details.reasoning_tokens,
  });
});
