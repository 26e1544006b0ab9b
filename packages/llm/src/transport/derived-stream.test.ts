import { expect, test } from "bun:test";
import type { ModelEvent, TerminalEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol";
import { derivedStream } from "./derived-stream.ts";
import { emitStream, eventGroups, modelStream } from "./stream.ts";
import { collect, types } from "./testing/rig.ts";

const FINISH: TerminalEvent = {
  type: "finish",
  reason: "stop",
  message: { role: "assistant", content: [], origin: { provider: "p", wire: "w", model: "m" } },
  usage: NO_USAGE,
};
const delta = (n: number): ModelEvent => ({ type: "text.delta", block: 0, text: String(n) });
const idle = new AbortController().signal;

/** Emits its events in bursts, as a service sends them. */
function bursts(...groups: readonly (readonly ModelEvent[])[]) {
  return emitStream(async (emit) => {
    for (const group of groups) {
      for (const event of group) emit(event);
      await new Promise(setImmediate);
    }
  }, idle);
}

test("PROV-32: what arrived together is handed on together, in order and nothing twice", async () => {
  const stream = bursts([delta(1), delta(2), delta(3)], [delta(4)], [delta(5), FINISH]);
  const groups: (readonly ModelEvent[])[] = [];
  for await (const group of eventGroups(stream)) groups.push(group);
  expect(groups.flat()).toEqual([delta(1), delta(2), delta(3), delta(4), delta(5), FINISH]);
  expect(groups.length).toBeLessThan(6);
});

test("PROV-32: a stream of another kind comes one event at a time", async () => {
  async function* source(): AsyncGenerator<ModelEvent> {
    yield delta(1);
    yield FINISH;
  }
  const groups: (readonly ModelEvent[])[] = [];
  for await (const group of eventGroups(source())) groups.push(group);
  expect(groups).toEqual([[delta(1)], [FINISH]]);
});

test("PROV-15: a reader of groups that leaves gives the request up", async () => {
  let aborted = false;
  const stream = emitStream(async (emit, signal) => {
    emit(delta(1));
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    aborted = signal.aborted;
    emit(FINISH);
  }, idle);
  for await (const group of eventGroups(stream)) if (group.length > 0) break;
  expect(await stream.result()).toBe(FINISH);
  expect(aborted).toBe(true);
});

test("PROV-3: a derived stream ends as its source does, whatever is made of the events", async () => {
  const calls: string[] = [];
  const silent = derivedStream(bursts([delta(1), FINISH]), () => ({
    accept: ({ type }) => calls.push(type),
    close: () => calls.push("close"),
  }));
  expect(types(await collect(silent))).toEqual(["finish"]);
  expect(calls).toEqual(["text.delta", "finish", "close"]);
  expect(await silent.result()).toBe(FINISH);
});

test("PROV-15: a reader that leaves a derived stream gives its source up", async () => {
  let left = false;
  const source = modelStream(async function* (signal) {
    yield delta(1);
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    left = true;
    yield FINISH;
  }, idle);
  const derived = derivedStream(source, (emit) => ({ accept: emit }));
  for await (const event of derived) if (event.type === "text.delta") break;
  expect((await derived.result()).type).toBe("finish");
  expect(left).toBe(true);
});
