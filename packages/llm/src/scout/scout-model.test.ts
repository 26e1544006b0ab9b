import { expect, test } from "bun:test";
import type { ModelEvent, ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { scoutModel, SCOUT_ID } from "./scout-model.ts";
import { toolSpecs } from "./testing/shelf.ts";

const REQUEST: ModelRequest = {
  model: "scout",
  messages: [userText("Where is the retry policy implemented?")],
  tools: toolSpecs(),
};

async function eventsOf(
  request: ModelRequest,
  signal: AbortSignal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of scoutModel().stream(request, { signal })) events.push(event);
  return events;
}

test("scout speaks the stream of every model: a start, blocks that end, one terminal event", async () => {
  const events = await eventsOf(REQUEST, new AbortController().signal);
  expect(events[0]).toEqual({ type: "start", model: "scout" });
  const last = events.at(-1);
  expect(last).toMatchObject({ type: "finish", reason: "calls", usage: { input: 0, output: 0 } });
  expect(events.filter(({ type }) => type === "finish" || type === "error")).toHaveLength(1);
  const opened = new Set(events.flatMap((event) => ("block" in event ? [event.block] : [])));
  const ended = events.filter(({ type }) => type === "block.end");
  expect(ended).toHaveLength(opened.size);
  if (last?.type !== "finish") throw new Error("it did not finish");
  const ids = last.message.content.flatMap((block) => (block.type === "call" ? [block.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
  expect(last.message.origin).toEqual({ provider: "squire", wire: "scout", model: "scout" });
});

test("the same request gives the same events", async () => {
  const { signal } = new AbortController();
  expect(await eventsOf(REQUEST, signal)).toEqual(await eventsOf(REQUEST, signal));
  expect(scoutModel().id).toBe(SCOUT_ID);
});

test("a request that was aborted ends as aborted", async () => {
  const events = await eventsOf(REQUEST, AbortSignal.abort());
  expect(events.at(-1)).toMatchObject({ type: "error", failure: { kind: "aborted" } });
});
