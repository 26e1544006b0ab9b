import { expect, test } from "bun:test";
import type { Message, Model, ModelEvent, ModelFailure, ModelRequest } from "@squire/protocol";
import { NO_USAGE, userText } from "@squire/protocol/values";
import { emittingModel } from "../transport/emitting-model.ts";
import { withSafetyNet } from "./safety-net.ts";
import { toolSpecs } from "./testing/shelf.ts";

const ORIGIN = { provider: "far", wire: "w", model: "m" };
const CALL: Message = {
  role: "assistant",
  content: [{ type: "call", id: "c1", name: "read", argsText: '{"path":"docs/lamp.md"}' }],
  origin: ORIGIN,
};
const OUTCOME: Message = {
  role: "tool",
  callId: "c1",
  name: "read",
  content: [{ type: "text", text: "1\t# Lamp\n2\t\n3\tThe lamp burns whale oil." }],
  failed: false,
};

function dying(kind: ModelFailure["kind"], ...before: readonly ModelEvent[]): Model {
  return emittingModel("far/m", async (_request, emit) => {
    for (const event of before) emit(event);
    const failure: ModelFailure = { kind, message: "gone", retryable: false };
    emit({ type: "error", failure, partial: null, usage: NO_USAGE });
  });
}

async function run(
  model: Model,
  messages: readonly Message[],
  tools = toolSpecs(),
): Promise<readonly ModelEvent[]> {
  const request: ModelRequest = { model: "m", messages, tools };
  const events: ModelEvent[] = [];
  const { signal } = new AbortController();
  for await (const event of withSafetyNet(model).stream(request, { signal })) events.push(event);
  return events;
}

const UNDER_WAY = [userText("What does the lamp burn?"), CALL, OUTCOME];

test("a model that dies in the middle of a turn leaves what was found, announced and quoted", async () => {
  const events = await run(dying("network", { type: "start", model: "m" }), UNDER_WAY);
  expect(events.map(({ type }) => type)).toEqual([
    "start",
    "fallback.started",
    "text.delta",
    "block.end",
    "finish",
  ]);
  expect(events[1]).toMatchObject({
    from: "far/m",
    to: "squire/scout",
    failure: { kind: "network" },
  });
  const end = events.at(-1);
  if (end?.type !== "finish") throw new Error("it did not finish");
  const [block] = end.message.content;
  const text = block?.type === "text" ? block.text : "";
  expect(text).toStartWith("far/m stopped answering (network); from here on this is scout");
  expect(text).toContain("> The lamp burns whale oil.");
  expect(text).toContain("docs/lamp.md:3");
  expect(end.message.origin.provider).toBe("squire");
});

test("a failure that the user has to mend, one at the beginning, and one in the middle of a reply stay failures", async () => {
  expect((await run(dying("auth"), UNDER_WAY)).at(-1)).toMatchObject({ type: "error" });
  expect((await run(dying("network"), UNDER_WAY.slice(0, 1))).at(-1)).toMatchObject({
    type: "error",
  });
  const half: ModelEvent = { type: "text.delta", block: 0, text: "The lamp" };
  expect((await run(dying("network", half), UNDER_WAY)).at(-1)).toMatchObject({ type: "error" });
});

test("a research whose model dies is left to its own notes", async () => {
  const tools = toolSpecs(["read", "note_evidence"]);
  const events = await run(dying("network"), UNDER_WAY, tools);
  expect(events.map(({ type }) => type)).toEqual(["error"]);
});

const PAGE =
  '# Lamps\n<untrusted source="web">\nThe lamp of Kesel burns whale oil. It was lit in 1871.\n</untrusted>';

test.each([
  ["web_fetch", { url: "https://lamps.test/kesel" }],
  ["open_source", { source: "https://lamps.test/kesel" }],
])("what %s has opened is quoted by the net", async (name, args) => {
  const call: Message = {
    role: "assistant",
    content: [{ type: "call", id: "c1", name, argsText: JSON.stringify(args) }],
    origin: ORIGIN,
  };
  const outcome: Message = { ...OUTCOME, name, content: [{ type: "text", text: PAGE }] };
  const messages = [userText("What does the lamp of Kesel burn?"), call, outcome];
  const end = (await run(dying("network"), messages)).at(-1);
  const [block] = end?.type === "finish" ? end.message.content : [];
  const text = block?.type === "text" ? block.text : "";
  expect(text).toContain("> The lamp of Kesel burns whale oil.");
  expect(text).toContain("> — https://lamps.test/kesel");
});
