import { describe, expect, test } from "bun:test";
import type { Model, ModelEvent, TerminalEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol";
import { askModel, emittingModel, filteredModel } from "./emitting-model.ts";
import type { Ask } from "./emitting-model.ts";
import { emitStream } from "./stream.ts";
import { collect, onlyFailure, types } from "./testing/rig.ts";

const FINISH: TerminalEvent = {
  type: "finish",
  reason: "stop",
  message: { role: "assistant", content: [], origin: { provider: "p", wire: "w", model: "m" } },
  usage: NO_USAGE,
};
const delta = (n: number): ModelEvent => ({ type: "text.delta", block: 0, text: String(n) });
const request = { model: "m", messages: [], tools: [] };
const idle = new AbortController().signal;

/** The same answer from a model of ours and from one that is only a stream. */
function kinds(ask: Ask): readonly (readonly [string, Model])[] {
  const foreign: Model = {
    id: "p/m",
    stream: (asked, { signal }) => emitStream((emit, linked) => ask(asked, emit, linked), signal),
  };
  return [
    ["ours", emittingModel("p/m", ask)],
    ["foreign", foreign],
  ];
}

async function asked(model: Model): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  await askModel({ model, request, signal: idle }, (event) => void events.push(event));
  return events;
}

const cases: readonly (readonly [string, Ask, readonly string[]])[] = [
  [
    "events after the terminal one are dropped",
    async (_request, emit) => [delta(1), FINISH, delta(2), FINISH].forEach(emit),
    ["text.delta", "finish"],
  ],
  [
    "code that ends without a result",
    async (_request, emit) => emit(delta(1)),
    ["text.delta", "error"],
  ],
  [
    "code that throws",
    async () => {
      throw new Error("boom");
    },
    ["error"],
  ],
  [
    "code that throws after its end",
    async (_request, emit) => {
      emit(FINISH);
      throw new Error("boom");
    },
    ["finish"],
  ],
];

describe.each(cases)("PROV-3: %s", (_name, ask, told) => {
  test.each([...kinds(ask)])(
    "PROV-3: one terminal event at the end, from a model that is %s",
    async (_kind, model) => {
      expect(types(await asked(model))).toEqual([...told]);
      expect(types(await collect(model.stream(request, { signal: idle })))).toEqual([...told]);
    },
  );
});

test("PROV-3: a filtered reply ends as it would have, whatever is made of the events", async () => {
  const calls: string[] = [];
  const source = emittingModel("p/m", async (_request, emit) => [delta(1), FINISH].forEach(emit));
  const silent = filteredModel(source, () => ({
    accept: ({ type }) => calls.push(type),
    close: () => calls.push("close"),
  }));
  expect(types(await collect(silent.stream(request, { signal: idle })))).toEqual(["finish"]);
  expect(calls).toEqual(["text.delta", "finish", "close"]);
});

test("PROV-3: a filter that breaks ends the reply with an error", async () => {
  const source = emittingModel("p/m", async (_request, emit) => [delta(1), FINISH].forEach(emit));
  const broken = filteredModel(source, () => ({
    accept: () => {
      throw new Error("boom");
    },
  }));
  expect(onlyFailure(await asked(broken)).message).toContain("boom");
});

test("PROV-15: a reader that leaves gives up what lies under all filters", async () => {
  let left = false;
  const source = emittingModel("p/m", async (_request, emit, signal) => {
    emit(delta(1));
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    left = true;
    emit(FINISH);
  });
  const model = filteredModel(source, (emit) => ({ accept: emit }));
  const stream = model.stream(request, { signal: idle });
  for await (const event of stream) if (event.type === "text.delta") break;
  expect((await stream.result()).type).toBe("finish");
  expect(left).toBe(true);
});
