import { expect, test } from "bun:test";
import type { AgentEvent, EventEnvelope } from "@squire/protocol";
import * as fc from "fast-check";
import { EventFeed } from "./event-feed.ts";

function feedOf(most?: { readonly events: number; readonly chars: number }) {
  const feed: EventFeed = new EventFeed({
    sessionId: "s",
    now: () => 0,
    restored: (reason) => ({ ...RESTORED, reason }),
    ...(most === undefined ? {} : { most }),
  });
  return feed;
}

// The feed never looks inside.
const RESTORED = {
  type: "session.restored",
  events: [],
  earlier: null,
} as unknown as AgentEvent<"session.restored">;

const title = (index: number) => ({ type: "title.changed", title: String(index) }) as const;

async function readAll(feed: EventFeed, from: number): Promise<readonly EventEnvelope[]> {
  const seen: EventEnvelope[] = [];
  for await (const envelope of feed.read(from, new AbortController().signal)) seen.push(envelope);
  return seen;
}

test("GW-9 (part): replay from every number gives the same events", async () => {
  const feed = feedOf();
  for (let index = 1; index <= 50; index++) feed.publish(title(index));
  feed.close();
  const all = await readAll(feed, 0);
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  for (let from = 0; from <= 50; from++) {
    expect(await readAll(feed, from)).toEqual(all.slice(from));
  }
});

test("GW-9 (part): who reads slowly or comes late sees no gap, or begins anew", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 80 }),
      async (plan, events, from) => {
        const feed = feedOf({ events, chars: 1_000_000 });
        const stream = feed.read(from, new AbortController().signal);
        const seen: EventEnvelope[] = [];
        let count = 0;
        for (const reads of plan) {
          feed.publish(title(++count));
          if (!reads || (seen.at(-1)?.seq ?? from) >= feed.seq) continue;
          const { value } = await stream.next();
          if (value !== undefined) seen.push(value);
        }
        feed.close();
        for await (const envelope of stream) seen.push(envelope);
        let last = from;
        for (const { seq, event } of seen) {
          if (event.type !== "session.restored") {
            expect(seq).toBe(last + 1);
            expect(event).toEqual(title(seq));
          }
          last = seq;
        }
        if (from !== count) expect(last).toBe(count);
      },
    ),
  );
});

test("the past is held within bounds, by number and by size", () => {
  const feed = feedOf({ events: 10, chars: 5_000 });
  for (let index = 0; index < 100; index++) feed.publish(title(index));
  expect(feed.oldest).toBe(91);
  const text = "x".repeat(4_000);
  feed.publish({ type: "text.delta", runId: "r", block: 0, text });
  feed.publish({ type: "text.delta", runId: "r", block: 0, text });
  expect(feed.oldest).toBe(feed.seq);
});

test("a reader that waits ends when it is told to", async () => {
  const feed = feedOf();
  const stop = new AbortController();
  const waiting = feed.read(0, stop.signal).next();
  stop.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
