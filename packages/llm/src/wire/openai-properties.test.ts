import { describe, expect, test } from "bun:test";
import type { AssistantContent, Message, ModelEvent, ModelRequest } from "@squire/protocol";
import { isTerminal } from "@squire/protocol";
import * as fc from "fast-check";
import { extendsBody } from "./body.ts";
import type { Target, Wire } from "./contract.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { encoded } from "./testing/encoded.ts";

const RUNS = { numRuns: 150 };

const WIRES: readonly [string, Wire, Target][] = [
  [
    "chat",
    openaiChat,
    {
      provider: "acme",
      api: "openai-completions",
      compat: { reasoningField: "reasoning_content" },
    },
  ],
  ["responses", openaiResponses, { provider: "acme", api: "openai-responses", compat: {} }],
];

const word = fc.string({ maxLength: 12, unit: "grapheme" });
const image = fc.constant({ type: "image", mimeType: "image/png", data: "AAAA" } as const);
const text = word.map((value) => ({ type: "text", text: value }) as const);
const userContent = fc.array(fc.oneof(text, image), { maxLength: 3 });
const origin = fc
  .constantFrom(["acme", "openai-completions"], ["acme", "openai-responses"], ["other", "google"])
  .map(([provider = "", wire = ""]) => ({ provider, wire, model: "m" }));

const opaqueCall = fc.option(
  fc.constantFrom(
    { type: "custom_tool_call", id: "ctc_1", call_id: "c" },
    { type: "apply_patch_call", id: "apc_1", call_id: "c" },
    { extra_content: { sig: "x" } },
  ),
  { nil: undefined },
);
const callContent = fc
  .tuple(fc.nat(6), word, fc.oneof(fc.json(), word), opaqueCall)
  .map(([id, name, argsText, opaque]) => ({
    type: "call" as const,
    id: id % 2 === 0 ? `call_${id}` : `call_${id}|fc_${id}`,
    name,
    argsText,
    ...(opaque === undefined ? {} : { opaque }),
  }));
const thinking = word.map((value) => ({
  type: "thinking" as const,
  text: value,
  opaque: { type: "reasoning", id: "rs", encrypted_content: value },
}));
const vendor = fc.constant({ type: "vendor", label: "v", opaque: { type: "v" } } as const);
const assistantContent = fc.array(fc.oneof(text, thinking, callContent, vendor), { maxLength: 5 });

/** A step: what the assistant said, the outcomes of its calls, and perhaps a word of the user. */
const step = fc
  .tuple(
    assistantContent,
    origin,
    fc.array(userContent, { minLength: 5, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([content, from, outcomes, failed]): readonly Message[] => [
    { role: "assistant", content, origin: from },
    ...callsIn(content).map((call, index): Message => ({
      role: "tool",
      callId: call.id,
      name: call.name,
      content: outcomes[index] ?? [],
      failed,
    })),
  ]);

const conversation = fc
  .array(
    fc.oneof(
      step,
      userContent.map((content): Message[] => [{ role: "user", content }]),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.flat());

function callsIn(content: readonly AssistantContent[]) {
  return content.filter((block) => block.type === "call");
}

function requestOf(messages: readonly Message[]): ModelRequest {
  const tools = [{ name: "t", description: "d", parameters: { type: "object" } }];
  return { model: "m-1", system: "s", messages, tools, cacheKey: "k", thinking: "high" };
}

function finalOf(wire: Wire, target: Target, frames: readonly unknown[]): ModelEvent {
  const stepper = wire.stepper(target, "m-1");
  const events = frames.flatMap((frame) => [...stepper.step(frame)]);
  const end = [...events, ...stepper.done(), ...stepper.end()].find(isTerminal);
  if (end === undefined) throw new Error("no terminal event");
  return end;
}

/** `text` cut where the numbers say, never inside a character. */
function cutUp(whole: string, cuts: readonly number[]): readonly string[] {
  const points = Array.from(whole);
  const places = [...new Set(cuts.map((cut) => cut % (points.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) =>
    points.slice(from, places[index] ?? points.length).join(""),
  );
}

describe.each(WIRES)("%s", (_name, wire, target) => {
  test("LOOP-3: a longer conversation extends the bytes of every shorter one", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const bodies = messages.map((_message, index) =>
          encoded(wire, requestOf(messages.slice(0, index)), target),
        );
        bodies.push(encoded(wire, requestOf(messages), target));
        for (const [index, { body }] of bodies.entries()) {
          JSON.parse(body);
          const next = bodies[index + 1];
          if (next !== undefined) expect(extendsBody(body, next.body)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test("LOOP-3: the same request gives the same bytes, from fresh objects too", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const first = encoded(wire, requestOf(messages), target);
        expect(encoded(wire, requestOf(messages), target)).toEqual(first);
        const copy = structuredClone(requestOf(messages));
        expect(encoded(wire, copy, structuredClone(target))).toEqual(first);
      }),
      RUNS,
    );
  });

  test("PROV-3: whatever arrives, there is exactly one terminal event and nothing after it", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(frame, fc.jsonValue()), { maxLength: 12 }), (frames) => {
        const stepper = wire.stepper(target, "m-1");
        const events = frames.flatMap((value) =>
          value === "[DONE]" ? [...stepper.done()] : [...stepper.step(value)],
        );
        expect(events.filter(isTerminal).length).toBeLessThanOrEqual(1);
        events.push(...stepper.end(), ...stepper.end(), ...stepper.step({}), ...stepper.done());
        expect(events.filter(isTerminal)).toHaveLength(1);
        expect(events.findIndex(isTerminal)).toBe(events.length - 1);
        expectPairs(events);
      }),
      { numRuns: 200 },
    );
  });

  test("PROV-5: where the deltas are cut makes no difference", () => {
    const cuts = fc.array(fc.nat(40), { maxLength: 5 });
    fc.assert(
      fc.property(word, fc.json(), word, cuts, (said, args, thought, places) => {
        const parts = { said, args, thought };
        const whole = finalOf(wire, target, streamOf(target, parts, []));
        expect(finalOf(wire, target, streamOf(target, parts, places))).toEqual(whole);
      }),
      RUNS,
    );
  });
});

/** Every block that got a delta also ends, before the end of the stream. */
function expectPairs(events: readonly ModelEvent[]): void {
  const open = new Set<number>();
  for (const event of events) {
    if (event.type.endsWith(".delta") && "block" in event) open.add(event.block);
    if (event.type === "block.end") open.delete(event.block);
    if (isTerminal(event)) expect(open.size).toBe(0);
  }
}

// Frames that look right at first sight but have anything in their fields.
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("call_1", "stop", "tool_calls", 0, 1),
);
const loose = (...keys: readonly string[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
const toolCall = fc.record(
  { index: value, id: value, function: loose("name", "arguments"), extra_content: value },
  { requiredKeys: [] },
);
const delta = fc.record(
  {
    content: value,
    reasoning: value,
    reasoning_details: value,
    tool_calls: fc.array(toolCall, { maxLength: 2 }),
    function_call: value,
  },
  { requiredKeys: [] },
);
const item = fc.record(
  {
    type: fc.constantFrom(
      "message",
      "reasoning",
      "function_call",
      "custom_tool_call",
      "shell_call",
      "x",
    ),
    id: value,
    call_id: value,
    name: value,
    arguments: value,
    input: value,
    content: value,
    summary: value,
  },
  { requiredKeys: ["type"] },
);
const frame = fc.oneof(
  fc.constant("[DONE]"),
  loose("error", "usage", "object", "detail"),
  fc.record({ choices: fc.array(fc.record({ delta, finish_reason: value, message: value })) }),
  fc.record({
    type: fc.constantFrom(
      "response.created",
      "response.output_item.added",
      "response.output_item.done",
      "response.output_text.delta",
      "response.output_text.done",
      "response.reasoning_summary_text.delta",
      "response.function_call_arguments.delta",
      "response.custom_tool_call_input.delta",
      "response.completed",
      "response.incomplete",
      "error",
    ),
    output_index: fc.oneof(fc.nat(2), value),
    item,
    delta: value,
    text: value,
    content_index: value,
    response: loose("status", "output", "usage", "error", "incomplete_details"),
  }),
);

type Parts = { readonly said: string; readonly args: string; readonly thought: string };

function streamOf(target: Target, parts: Parts, cuts: readonly number[]): readonly object[] {
  const cut = (whole: string) => cutUp(whole, cuts);
  return target.api === "openai-completions" ? chatStream(parts, cut) : responseStream(parts, cut);
}

type Cut = (whole: string) => readonly string[];

function chatStream({ said, args, thought }: Parts, cut: Cut): readonly object[] {
  const chunk = (delta: object) => ({ choices: [{ delta }] });
  const call = (rest: object) => chunk({ tool_calls: [{ index: 0, ...rest }] });
  return [
    ...cut(thought).map((reasoning_content) => chunk({ reasoning_content })),
    ...cut(said).map((content) => chunk({ content })),
    call({ id: "c1", function: { name: "t", arguments: "" } }),
    ...cut(`{"v":${args}}`).map((piece) => call({ function: { arguments: piece } })),
    { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
  ];
}

function responseStream({ said, args, thought }: Parts, cut: Cut): readonly object[] {
  const call = { type: "custom_tool_call", id: "ctc", call_id: "c1", name: "t" };
  const at = (type: string, output_index: number, more: object) => ({
    type: `response.${type}`,
    output_index,
    ...more,
  });
  return [
    ...cut(thought).map((delta) => at("reasoning_summary_text.delta", 0, { delta })),
    ...cut(said).map((delta) => at("output_text.delta", 1, { delta })),
    at("output_item.added", 2, { item: { ...call, input: "" } }),
    ...cut(args).map((delta) => at("custom_tool_call_input.delta", 2, { delta })),
    at("output_item.done", 2, { item: { ...call, input: args } }),
    at("output_item.added", 3, { item: { ...call, type: "function_call", call_id: "c2" } }),
    ...cut(args).map((delta) => at("function_call_arguments.delta", 3, { delta })),
    { type: "response.completed", response: {} },
  ];
}
