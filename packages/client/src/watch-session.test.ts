import { expect, test } from "bun:test";
import type { EventEnvelope } from "@squire/protocol";
import type { HostClient } from "./host-client.ts";
import { enveloped } from "./testing/traces.ts";
import { watchSession } from "./watch-session.ts";

const trace = enveloped(
  ["one", "two", "three", "four"].map((title) => ({ type: "title.changed", title }) as const),
);

/** A host whose stream loses an event the first time. */
function losingHost(lost: number) {
  const asked: number[] = [];
  const events = async function* (_key: string, fromSeq = 0): AsyncGenerator<EventEnvelope> {
    asked.push(fromSeq);
    const isFirst = asked.length === 1;
    for (const envelope of trace.slice(fromSeq)) {
      if (!isFirst || envelope.seq !== lost) yield envelope;
    }
  };
  const client: HostClient = {
    clientId: "c",
    call: () => Promise.reject(new Error("not asked")),
    events,
    close: () => Promise.resolve(),
  };
  return { client, asked };
}

test("GW-9 (part): what the stream has left out is asked for again", async () => {
  const { client, asked } = losingHost(3);
  const titles: (string | null)[] = [];
  const watched = watchSession(client, "s", { onView: ({ title }) => void titles.push(title) });
  expect(await watched.ended).toEqual({ type: "closed" });
  expect(asked).toEqual([0, 2]);
  expect(titles).toEqual(["one", "two", "three", "four"]);
  expect(watched.view.seq).toBe(4);
});

test("a stream that fails says so and does not throw", async () => {
  const { client } = losingHost(9);
  const broken = { ...client, events: () => ({ [Symbol.asyncIterator]: () => failing }) };
  const failing = { next: () => Promise.reject(new Error("gone")) };
  const watched = watchSession(broken, "s", { onView: () => {} });
  expect(await watched.ended).toMatchObject({ type: "failed" });
});
