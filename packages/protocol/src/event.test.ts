import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { EVENT_PAIRS, eventSchemas, parseEnvelope, parseEvent } from "./event.ts";
import { arbitraryOf, throughJson } from "./testing/arbitrary-of.ts";

const names = Object.keys(eventSchemas);
const anyEvent = fc.oneof(...Object.values(eventSchemas).map((schema) => arbitraryOf(schema())));

describe("LOOP-20", () => {
  test("LOOP-20: every event name is a noun and what happened to it", () => {
    for (const name of names) expect(name).toMatch(/^[a-z]+\.(delta|[a-z]+ed)$/);
  });

  test("LOOP-20: every event is found under its own type", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(throughJson(parseEvent(throughJson(event)))).toEqual({
          kind: "known",
          value: event,
        });
      }),
      { numRuns: 200 },
    );
  });

  test("LOOP-20: whatever starts, is asked or requested has an end with the same ids", () => {
    const opening = names.filter((name) => /\.(started|asked|requested)$/.test(name));
    expect(Object.keys(EVENT_PAIRS).toSorted()).toEqual(opening.toSorted());
    for (const [start, { by, ends }] of Object.entries(EVENT_PAIRS)) {
      for (const path of by) {
        expect([start, path, hasField(start, path.split("."))]).toEqual([start, path, true]);
        const last = path.split(".").slice(-1);
        for (const end of ends) expect([end, path, hasField(end, last)]).toEqual([end, path, true]);
      }
    }
  });

  test("LOOP-20: whatever ends has started", () => {
    const ends = Object.values(EVENT_PAIRS).flatMap((pair): readonly string[] => pair.ends);
    const ending = names.filter((name) => /\.(finished|failed|aborted|answered)$/.test(name));
    expect(ends.toSorted()).toEqual(ending.toSorted());
  });
});

describe("GW-9: envelopes", () => {
  test("GW-9: an envelope keeps its place and its event", () => {
    fc.assert(
      fc.property(anyEvent, fc.integer({ min: 1 }), (event, seq) => {
        // Events within an event are a matter of their own.
        const plain = event.type === "session.restored" ? { ...event, events: [] } : event;
        const value = { sessionId: "s", seq, at: 5, event: plain, later: true };
        expect(throughJson(parseEnvelope(value))).toEqual({ kind: "known", value });
      }),
      { numRuns: 50 },
    );
  });

  test("PROT-10: events of a later version that a session is restored from are left out", () => {
    const known = { at: 1, event: { type: "title.changed", title: "t" } };
    const later = { at: 2, event: { type: "mood.changed", mood: 1 } };
    fc.assert(
      fc.property(arbitraryOf(eventSchemas["session.restored"]()), (restored) => {
        const event = { ...restored, events: [known, later] };
        expect(parseEnvelope({ sessionId: "s", seq: 1, at: 5, event })).toMatchObject({
          kind: "known",
          value: { event: { events: [known] } },
        });
      }),
      { numRuns: 20 },
    );
  });

  test("PROT-10: an event of a later version is unknown, with its place in the stream", () => {
    const value = { sessionId: "s", seq: 9, at: 5, event: { type: "mood.changed", mood: 1 } };
    expect(throughJson(parseEnvelope(value))).toEqual({ kind: "unknown", value });
  });

  test("GW-9: a bad place or a bad event is a problem", () => {
    const event = { type: "title.changed", title: "t" };
    expect(parseEnvelope({ sessionId: "s", seq: 0, at: 5, event }).kind).toBe("problem");
    expect(parseEnvelope({ sessionId: "s", seq: 1, at: 5, event: {} }).kind).toBe("problem");
    const bad = { type: "title.changed", title: 7 };
    expect(parseEnvelope({ sessionId: "s", seq: 1, at: 5, event: bad })).toEqual({
      kind: "problem",
      message: expect.stringContaining("title.changed: title"),
    });
  });

  test("SEC-6: junk never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseEvent(value).kind).toBeString();
        expect(parseEnvelope({ sessionId: "s", seq: 1, at: 1, event: value }).kind).toBeString();
      }),
      { numRuns: 200 },
    );
  });
});

function hasField(name: string, path: readonly string[]): boolean {
  const schema = Object.entries(eventSchemas).find(([key]) => key === name)?.[1];
  if (schema === undefined) return false;
  const [sample] = fc.sample(arbitraryOf<ReturnType<typeof schema>>(schema()), {
    numRuns: 1,
    seed: 1,
  });
  let value: unknown = sample;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return false;
    value = Reflect.get(value, key);
  }
  return value !== undefined;
}

test("PROT-10 (part): what a restored session tells again is checked, and the unknown left out", () => {
  const state = fc.sample(arbitraryOf(eventSchemas["session.restored"]()), 1)[0];
  const told = (event: unknown) =>
    parseEnvelope({
      sessionId: "s",
      seq: 1,
      at: 0,
      event: { ...(state as object), events: [{ at: 1, event }] },
    });
  const known = { type: "title.changed", title: "t" };
  expect(told(known)).toMatchObject({
    kind: "known",
    value: { event: { events: [{ event: known }] } },
  });
  expect(told({ type: "moon.landed" })).toMatchObject({
    kind: "known",
    value: { event: { events: [] } },
  });
  expect(told({ type: "title.changed", title: 7 })).toMatchObject({ kind: "problem" });
});
