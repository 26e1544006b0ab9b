import { expect, test } from "bun:test";
import type { AssistantContent, Model, ModelEvent, ModelRequest } from "@squire/protocol";
import { isTerminal, ModelEventSchema } from "@squire/protocol";
import { call, fail, reply, say, ScriptedModel, think } from "@squire/testkit";
import * as fc from "fast-check";
import { recordModel } from "./record-model.ts";
import { scriptModel } from "./script-model.ts";

const REQUEST: ModelRequest = { model: "m", messages: [], tools: [] };
const { signal } = new AbortController();

function ask(model: Model): Promise<ModelEvent[]> {
  return Array.fromAsync(model.stream(REQUEST, { signal }));
}

test("PROV-30: what is recorded replays to the same events and the same lines", async () => {
  const lines: string[] = [];
  const live = recordModel(
    ScriptedModel.withId(
      "mock/m",
      reply(think("hm", { signature: "s" }), say("Look."), call("grep", { pattern: "ü\n" })),
      reply(say("part"), fail("network", "cut")),
    ),
    (line) => lines.push(line),
  );
  const shown = [await ask(live), await ask(live)];

  expect(live.id).toBe("mock/m");
  expect(lines.map((line) => JSON.parse(line))).toEqual(shown.flat());

  const again: string[] = [];
  const replay = scriptModel({ name: "rec.jsonl", text: lines.join("\n") });
  const repeat = recordModel(replay, (line) => again.push(line));
  expect([await ask(repeat), await ask(repeat)]).toEqual(shown);
  expect(again).toEqual(lines);
});

test("PROV-30: a reply nobody reads, or reads halfway, is recorded whole", async () => {
  const lines: string[] = [];
  const model = recordModel(new ScriptedModel(say("one"), say("two"), say("three")), (line) =>
    lines.push(line),
  );
  for await (const _first of model.stream(REQUEST, { signal })) break;
  await model.stream(REQUEST, { signal }).result();
  await ask(model);

  const types = lines.map((line) => ModelEventSchema.parse(JSON.parse(line)).type);
  const each = ["start", "text.delta", "block.end", "finish"] as const;
  expect(types).toEqual([...each, ...each, ...each]);
});

test("PROV-30: two replies at the same time do not mix in the recording", async () => {
  const lines: string[] = [];
  const model = recordModel(new ScriptedModel(say("first ".repeat(9)), say("second")), (line) =>
    lines.push(line),
  );
  const [one, two] = await Promise.all([ask(model), ask(model)]);

  const replay = scriptModel({ name: "rec.jsonl", text: lines.join("\n") });
  expect([await ask(replay), await ask(replay)]).toEqual([one, two]);
});

test("PROV-30: a sink that fails stops the recording with one warning, not the reply", async () => {
  const lines: string[] = [];
  const model = recordModel(new ScriptedModel(say("one"), say("two")), (line) => {
    if (lines.length === 3) throw new Error("disk full");
    lines.push(line);
  });

  const events = await ask(model);
  expect(events.map((event) => event.type)).toEqual([
    "start",
    "text.delta",
    "block.end",
    "warning",
    "finish",
  ]);
  expect(events[3]).toMatchObject({ message: "Recording stopped: disk full" });
  expect((await ask(model)).map((event) => event.type)).not.toContain("warning");
  expect(lines).toHaveLength(3);
});

test("PROV-30: every possible stream survives record and replay unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyReply(), { minLength: 1, maxLength: 4 }), async (replies) => {
      const lines: string[] = [];
      const model = recordModel(modelOf(replies), (line) => lines.push(line));
      for (const _reply of replies) await ask(model);
      const replay = scriptModel({ name: "any.jsonl", text: `${lines.join("\n")}\n` });
      for (const expected of replies) expect(await ask(replay)).toEqual([...expected]);
      expect((await ask(replay)).map((event) => event.type)).toEqual(["error"]);
    }),
    { numRuns: 60 },
  );
});

test("PROV-30: any damage to a recording ends in one terminal event per reply", async () => {
  const lines: string[] = [];
  const live = recordModel(
    new ScriptedModel(reply(say("häh"), call("x", { a: 1 })), say("bye")),
    (line) => lines.push(line),
  );
  await ask(live);
  await ask(live);
  const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);

  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
      const damaged = bytes.slice();
      damaged[at] = value;
      const replay = scriptModel({ name: "d.jsonl", text: new TextDecoder().decode(damaged) });
      for (let turn = 0; turn < 3; turn++) {
        const events = await ask(replay);
        expect(events.filter(isTerminal)).toHaveLength(1);
        expect(isTerminal(events[events.length - 1] ?? { type: "start", model: "" })).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

function modelOf(replies: readonly (readonly ModelEvent[])[]): Model {
  let next = 0;
  return {
    id: "mock/m",
    stream() {
      const events = replies[next++] ?? [];
      return {
        async *[Symbol.asyncIterator]() {
          yield* events;
        },
        async result() {
          const last = events.findLast(isTerminal);
          if (!last) throw new Error("no terminal event");
          return last;
        },
      };
    },
  };
}

function anyReply(): fc.Arbitrary<readonly ModelEvent[]> {
  const text = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  const block = fc.nat(3);
  const tokens = fc.option(fc.nat());
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
  const usage = fc.record(
    {
      input: tokens,
      output: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      reasoning: tokens,
      total: tokens,
      raw: json,
    },
    { requiredKeys: ["input", "output", "cacheRead", "cacheWrite", "reasoning", "total"] },
  );
  const content: fc.Arbitrary<AssistantContent> = fc.oneof(
    fc.record({ type: fc.constant("text" as const), text }),
    fc.record({ type: fc.constant("thinking" as const), text, opaque: json }),
    fc.record({ type: fc.constant("call" as const), id: text, name: text, argsText: text }),
    fc.record({ type: fc.constant("vendor" as const), label: text, opaque: json }),
  );
  const message = fc.record({
    role: fc.constant("assistant" as const),
    content: fc.array(content, { maxLength: 3 }),
    origin: fc.record({ provider: text, wire: text, model: text }),
  });
  const failure = fc.record(
    {
      kind: fc.constantFrom("auth" as const, "network" as const, "aborted" as const),
      message: text,
      retryable: fc.boolean(),
      status: fc.integer(),
      retryAfterMs: fc.nat(),
    },
    { requiredKeys: ["kind", "message", "retryable"] },
  );
  const delta: fc.Arbitrary<ModelEvent> = fc.oneof(
    fc.record({ type: fc.constant("start" as const), model: text }),
    fc.record({
      type: fc.constantFrom("text.delta" as const, "thinking.delta" as const),
      block,
      text,
    }),
    fc.record({
      type: fc.constant("call.delta" as const),
      block,
      id: text,
      name: text,
      argsText: text,
    }),
    fc.record({ type: fc.constant("block.end" as const), block }),
    fc.record({ type: fc.constant("warning" as const), code: text, message: text }),
    fc.record({
      type: fc.constant("retry.started" as const),
      attempt: fc.nat(9),
      waitMs: fc.nat(),
      failure,
    }),
  );
  const terminal: fc.Arbitrary<ModelEvent> = fc.oneof(
    fc.record({
      type: fc.constant("finish" as const),
      reason: fc.constantFrom("stop" as const, "length" as const, "calls" as const),
      message,
      usage,
    }),
    fc.record({ type: fc.constant("error" as const), failure, partial: fc.option(message), usage }),
  );
  return fc
    .tuple(fc.array(delta, { maxLength: 6 }), terminal)
    .map(([deltas, end]) => [...deltas, end]);
}
