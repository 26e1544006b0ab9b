import { describe, expect, test } from "bun:test";
import { isTerminal, ModelEventSchema } from "@squire/protocol";
import type {
  AssistantContent,
  AssistantMessage,
  JsonValue,
  Message,
  ModelEvent,
  ModelRequest,
  UserContent,
} from "@squire/protocol";
import * as fc from "fast-check";
import { withoutCacheMarkers } from "./anthropic-cache.ts";
import { anthropicMessages } from "./anthropic.ts";
import { extendsBody } from "./body.ts";
import type { Target, Wire } from "./contract.ts";
import { googleGemini } from "./google.ts";
import { encoded } from "./testing/encoded.ts";

type Case = {
  readonly wire: Wire;
  readonly target: Target;
  readonly model: string;
  /** What this vendor attaches to a block of thinking. */
  readonly signed: (signature: string) => JsonValue;
};

const span = (signature: string) => ({ spans: [{ from: 0, to: 1, signature }] });
const CASES: Readonly<Record<string, Case>> = {
  anthropic: {
    wire: anthropicMessages,
    target: { provider: "p", api: "anthropic-messages", compat: {} },
    model: "claude-test",
    signed: (signature) => ({ type: "thinking", signature }),
  },
  "gemini 2": {
    wire: googleGemini,
    target: { provider: "p", api: "google-generative-ai", compat: {} },
    model: "gemini-2.5-flash",
    signed: span,
  },
  "gemini 3": {
    wire: googleGemini,
    target: { provider: "p", api: "google-vertex", compat: {} },
    model: "gemini-3-pro",
    signed: span,
  },
};

const RUNS = { numRuns: 150 };

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("", " \n", 'end"}]}', ',"cache_control":{"type":"ephemeral"}', "\ud800"),
);
const text = words.map((value) => ({ type: "text" as const, text: value }));
const image = fc
  .constantFrom("image/png", "image/tiff")
  .map((mimeType) => ({ type: "image" as const, mimeType, data: "aW1n" }));
const userContent: fc.Arbitrary<readonly UserContent[]> = fc.array(fc.oneof(text, image), {
  maxLength: 3,
});
const args = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom(
    "",
    "{}",
    '{"a":1}',
    '{ "k" : [1] }',
    '{"x',
    '{"a":1,"cache_control":{"type":"ephemeral"}}',
  ),
);

function callOf(id: string, argsText: string): AssistantContent {
  return { type: "call", id, name: "read", argsText };
}

/** A reply and the outcomes of its calls, in order; few ids, so that later replies repeat them. */
function stepOf({ target, model, signed }: Case): fc.Arbitrary<readonly Message[]> {
  const origin = fc.constantFrom(
    { provider: target.provider, wire: target.api, model },
    { provider: "q", wire: target.api, model },
    { provider: target.provider, wire: "openai-completions", model: "gpt" },
  );
  const thinking = fc
    .tuple(words, fc.option(fc.base64String(), { nil: undefined }))
    .map(([value, signature]): AssistantContent => ({
      type: "thinking",
      text: value,
      ...(signature === undefined ? {} : { opaque: signed(signature) }),
    }));
  const vendor = fc.constant<AssistantContent>({
    type: "vendor",
    label: "executableCode",
    opaque: { type: "executableCode", executableCode: { code: "1" } },
  });
  const prose = fc.array(fc.oneof(text, thinking, vendor), { maxLength: 3 });
  const ids = fc.uniqueArray(fc.constantFrom("call_1", "call_2", "x|fc_y", ""), { maxLength: 3 });
  const outcome = fc.tuple(userContent, fc.boolean());
  return fc
    .tuple(
      origin,
      prose,
      ids,
      fc.array(args, { minLength: 3 }),
      fc.array(outcome, { minLength: 3 }),
    )
    .map(([from, content, callIds, texts, outcomes]) => {
      const calls = callIds.map((id, at) => callOf(id, texts[at] ?? ""));
      const reply: AssistantMessage = {
        role: "assistant",
        content: [...content, ...calls],
        origin: from,
      };
      const ends = callIds.map((callId, at): Message => {
        const [shown, failed] = outcomes[at] ?? [[], false];
        return { role: "tool", callId, name: "read", content: shown, failed };
      });
      return [reply, ...ends];
    });
}

function conversation(of: Case): fc.Arbitrary<readonly Message[]> {
  const user = userContent.map((content): readonly Message[] => [{ role: "user", content }]);
  return fc.array(fc.oneof(user, stepOf(of)), { maxLength: 6 }).map((turns) => turns.flat());
}

function bodyOf({ wire, target, model }: Case, messages: readonly Message[]): string {
  const tools = [{ name: "read", description: "Reads.", parameters: {} }];
  const request: ModelRequest = { model, system: "Be brief.", tools, messages };
  return encoded(wire, request, target).body;
}

describe.each(Object.entries(CASES))("%s", (_name, of) => {
  test("LOOP-3: every request extends the one before it byte by byte", () => {
    fc.assert(
      fc.property(conversation(of), (messages) => {
        const bodies = [...messages.keys(), messages.length].map((end) =>
          withoutCacheMarkers(bodyOf(of, messages.slice(0, end))),
        );
        for (const [at, body] of bodies.slice(1).entries()) {
          if (!extendsBody(bodies[at] ?? "", body)) throw new Error(`${bodies[at]}\n${body}`);
        }
      }),
      RUNS,
    );
  });

  test("LOOP-3: same request, same bytes, valid JSON, whether remembered or not", () => {
    fc.assert(
      fc.property(conversation(of), (messages) => {
        const body = bodyOf(of, messages);
        JSON.parse(body);
        expect(bodyOf(of, messages)).toBe(body);
        expect(bodyOf(of, structuredClone(messages))).toBe(body);
      }),
      RUNS,
    );
  });

  test("PROV-17: a signature goes back byte for byte to its vendor and to nobody else", () => {
    const signature = fc.base64String({ minLength: 8 }).map((sig) => `SIG${sig}`);
    fc.assert(
      fc.property(signature, words, (sig, value) => {
        const { target, model, signed } = of;
        const thinking: AssistantContent = { type: "thinking", text: value, opaque: signed(sig) };
        const reply = (provider: string): AssistantMessage => ({
          role: "assistant",
          content: [thinking, { type: "text", text: "ok" }],
          origin: { provider, wire: target.api, model },
        });
        expect(bodyOf(of, [reply(target.provider)])).toContain(`ignature":${JSON.stringify(sig)}}`);
        expect(bodyOf(of, [reply("other")])).not.toContain(sig);
      }),
      RUNS,
    );
  });
});

const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, -1, "", "x", {}, []));
const index = fc.constantFrom<JsonValue>(0, 1, 2, null, "0");

const anthropicFrame = fc.oneof(
  fc.record({ type: fc.constantFrom("message_start", "ping", "surprise"), message: junk }),
  fc.record({
    type: fc.constant("content_block_start"),
    index,
    content_block: fc.record({
      type: fc.constantFrom("text", "thinking", "redacted_thinking", "tool_use", "novelty", ""),
      text: junk,
      thinking: junk,
      data: junk,
      id: fc.constantFrom("a", "b", ""),
      name: fc.constantFrom("f", ""),
      input: junk,
    }),
  }),
  fc.record({
    type: fc.constant("content_block_delta"),
    index,
    delta: fc.record({
      type: fc.constantFrom(
        "text_delta",
        "thinking_delta",
        "input_json_delta",
        "signature_delta",
        "citations_delta",
        "odd_delta",
      ),
      text: words,
      thinking: words,
      partial_json: words,
      signature: words,
      citation: junk,
    }),
  }),
  fc.record({ type: fc.constant("content_block_stop"), index }),
  fc.record({ type: fc.constant("message_delta"), delta: junk, usage: junk }),
  fc.record({
    type: fc.constant("message_delta"),
    delta: fc.record({ stop_reason: fc.constantFrom("end_turn", "refusal", "tool_use", "?") }),
    usage: fc.record({ input_tokens: fc.integer(), output_tokens: fc.maxSafeInteger() }),
  }),
);
const anthropicEnd = fc.constantFrom(
  { type: "message_stop" },
  { type: "error", error: { type: "overloaded_error", message: "x" } },
);

const part = fc.oneof(
  fc.record({ text: words, thought: fc.boolean(), thoughtSignature: words }, { requiredKeys: [] }),
  fc.record({
    functionCall: fc.record(
      { name: fc.constantFrom("f", ""), args: junk, id: words, willContinue: fc.boolean() },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ inlineData: junk }),
  junk,
);
const googleFrame = fc.oneof(
  fc.record({
    candidates: fc.array(
      fc.record(
        { content: fc.record({ parts: fc.array(part, { maxLength: 3 }) }), finishReason: words },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
    responseId: words,
  }),
  fc.record({
    usageMetadata: fc.record({ promptTokenCount: junk, totalTokenCount: fc.integer() }),
  }),
  fc.record({ promptFeedback: fc.record({ blockReason: words }) }),
);
const googleEnd = fc.constantFrom<object>(
  { candidates: [{ finishReason: "STOP" }] },
  { candidates: [{ finishReason: "SAFETY" }] },
  { error: { code: 503, message: "x" } },
);

const FRAMES = {
  anthropic: fc.array(fc.oneof({ weight: 9, arbitrary: anthropicFrame }, anthropicEnd, junk)),
  "gemini 2": fc.array(fc.oneof({ weight: 9, arbitrary: googleFrame }, googleEnd, junk)),
};

describe.each(Object.entries(FRAMES))("%s", (name, frames) => {
  test("PROV-3: any frames give well-formed events and exactly one terminal, the last", () => {
    fc.assert(
      fc.property(frames, (all) => {
        const { wire, target } = CASES[name] as Case;
        const stepper = wire.stepper(target, "m");
        const events = [...all.flatMap((frame) => stepper.step(frame)), ...stepper.end()];
        expect(stepper.step(all[0])).toEqual([]);
        expect(stepper.end()).toEqual([]);
        for (const event of events) ModelEventSchema.parse(event);
        expect(events.filter(isTerminal)).toHaveLength(1);
        expect(isTerminal(events.at(-1) as ModelEvent)).toBe(true);
        expectDeltasToTell(events);
      }),
      RUNS,
    );
  });
});

/** Deltas and ends add up to the message the terminal event carries. */
function expectDeltasToTell(events: readonly ModelEvent[]): void {
  const told: string[] = [];
  const ended: number[] = [];
  for (const event of events) {
    if (event.type === "text.delta" || event.type === "thinking.delta") {
      told[event.block] = (told[event.block] ?? "") + event.text;
    } else if (event.type === "call.delta") {
      told[event.block] = (told[event.block] ?? "") + event.argsText;
    } else if (event.type === "block.end") ended.push(event.block);
  }
  const last = events.at(-1);
  const message =
    last?.type === "finish" ? last.message : last?.type === "error" ? last.partial : null;
  const content = message?.content ?? [];
  for (const [at, block] of content.entries()) {
    if (block.type === "call") expect(told[at]).toBe(block.argsText);
    else if (block.type !== "vendor") expect(told[at] ?? "").toBe(block.text);
  }
  expect(ended.toSorted((a, b) => a - b)).toEqual([...content.keys()]);
}
