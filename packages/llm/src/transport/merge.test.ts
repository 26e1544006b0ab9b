import { expect, test } from "bun:test";
import type { Model, ModelEvent, TerminalEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol";
import { FakeClock } from "@squire/testkit";
import * as fc from "fast-check";
import { mergeDeltas } from "./merge.ts";
import { emittingModel } from "./emitting-model.ts";
import type { Emit } from "./stream.ts";
import { collect, types } from "./testing/rig.ts";

const FINISH: TerminalEvent = {
  type: "finish",
  reason: "stop",
  message: { role: "assistant", content: [], origin: { provider: "p", wire: "w", model: "m" } },
  usage: NO_USAGE,
};
const text = (words: string, block = 0): ModelEvent => ({ type: "text.delta", block, text: words });
const thought = (words: string, block = 0): ModelEvent => ({
  type: "thinking.delta",
  block,
  text: words,
});
const args = (argsText: string, block = 1): ModelEvent => ({
  type: "call.delta",
  block,
  id: `c${block}`,
  name: "look",
  argsText,
});
const REQUEST = { model: "m", messages: [], tools: [] };

function merged(source: Model, clock: FakeClock) {
  return mergeDeltas(source, clock).stream(REQUEST, { signal: new AbortController().signal });
}

/** A merged stream that is fed by hand; `seen` grows as events leave it. */
function byHand(): { emit: Emit; seen: ModelEvent[]; clock: FakeClock; done: Promise<void> } {
  const clock = new FakeClock();
  const seen: ModelEvent[] = [];
  const ended = Promise.withResolvers<void>();
  let emit: Emit = () => {};
  const source = emittingModel("p/m", (_request, to) => {
    emit = to;
    return ended.promise;
  });
  const done = (async () => {
    for await (const event of merged(source, clock)) seen.push(event);
    ended.resolve();
  })();
  return { emit: (event) => emit(event), seen, clock, done };
}

test("PROV-4: the first delta passes at once, those of a window become one", async () => {
  const { emit, seen, clock, done } = byHand();
  emit(text("a"));
  await clock.advance(0);
  expect(seen).toEqual([text("a")]);
  for (const event of [text("b"), text("c")]) emit(event);
  await clock.advance(49);
  expect(seen).toEqual([text("a")]);
  await clock.advance(1);
  expect(seen).toEqual([text("a"), text("bc")]);
  emit(text("d"));
  await clock.advance(50);
  expect(seen).toEqual([text("a"), text("bc"), text("d")]);
  await clock.advance(50);
  expect(clock.pending).toBe(0);
  emit(text("e"));
  await clock.advance(0);
  expect(seen.at(-1)).toEqual(text("e"));
  emit(FINISH);
  await done;
  expect(seen.at(-1)).toBe(FINISH);
  expect(clock.pending).toBe(0);
});

test("PROV-4: only deltas of the same kind and block are joined", async () => {
  const { emit, seen, clock, done } = byHand();
  const events = [
    text("a"),
    text("b"),
    thought("c"),
    thought("d"),
    text("e", 1),
    text("f", 2),
    args("{", 3),
    args("}", 3),
  ];
  for (const event of [...events, FINISH]) emit(event);
  await done;
  expect(seen).toEqual([
    text("a"),
    text("b"),
    thought("cd"),
    text("e", 1),
    text("f", 2),
    args("{}", 3),
    FINISH,
  ]);
  expect(clock.pending).toBe(0);
});

test("PROV-4: any other event lets the held one go first", async () => {
  const { emit, seen, done } = byHand();
  const end: ModelEvent = { type: "block.end", block: 0 };
  for (const event of [text("a"), text("b"), text("c"), end, text("d", 1), FINISH]) emit(event);
  await done;
  expect(seen).toEqual([text("a"), text("bc"), end, text("d", 1), FINISH]);
});

test("PROV-15: a reader that leaves ends the source", async () => {
  let left = false;
  const source = emittingModel("p/m", async (_request, emit, signal) => {
    emit(text("a"));
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    left = true;
    emit(FINISH);
  });
  const clock = new FakeClock();
  const stream = merged(source, clock);
  for await (const event of stream) if (event.type === "text.delta") break;
  expect(await stream.result()).toBe(FINISH);
  expect(left).toBe(true);
  expect(clock.pending).toBe(0);
});

test("PROV-4: no character is lost or moved, whatever the order", async () => {
  const event = fc.oneof(
    fc.tuple(fc.constantFrom(text, thought), fc.string({ maxLength: 3 }), fc.nat(2)),
    fc.tuple(fc.constant(args), fc.string({ maxLength: 3 }), fc.integer({ min: 3, max: 4 })),
  );
  const write = (events: readonly ModelEvent[]): string => {
    let [all, last] = ["", ""];
    for (const { type, ...rest } of events) {
      if (!("block" in rest) || type === "block.end") continue;
      const place = `${type}${rest.block}`;
      all += `${place === last ? "" : `|${place}:`}${"text" in rest ? rest.text : ""}${"argsText" in rest ? rest.argsText : ""}`;
      last = place;
    }
    return all;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(event), async (made) => {
      const events = made.map(([make, words, block]) => make(words, block));
      const source = emittingModel("p/m", async (_request, emit) => {
        for (const one of [...events, FINISH]) emit(one);
      });
      const seen = await collect(merged(source, new FakeClock()));
      expect(write(seen)).toBe(write(events));
      expect(seen.length).toBeLessThanOrEqual(events.length + 1);
    }),
    { numRuns: 100 },
  );
});

test("PROV-4: 20,000 deltas become few", async () => {
  const source = emittingModel("p/m", async (_request, emit) => {
    for (let n = 0; n < 20_000; n++) emit(text("word "));
    emit(FINISH);
  });
  const seen = await collect(merged(source, new FakeClock()));
  expect(types(seen)).toEqual(["text.delta", "text.delta", "finish"]);
  const all = seen.flatMap((event) => (event.type === "text.delta" ? [event.text] : [])).join("");
  expect(all.length).toBe(100_000);
});
