import { expect, test } from "bun:test";
import fc from "fast-check";
import { EMPTY_POOL, pickFrom, reportTo, type Pool, type ReportInput } from "./pool.ts";

const ids = ["a", "b", "c"];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function picks(pool: Pool, count: number, input: { affinity?: string; now?: number } = {}) {
  const found: (string | null)[] = [];
  let state = pool;
  for (let turn = 0; turn < count; turn++) {
    const picked = pickFrom(state, { provider: "p", ids, now: 0, ...input });
    state = picked.pool;
    found.push(picked.id);
  }
  return { found, pool: state };
}

const report = (pool: Pool, input: Partial<ReportInput>): Pool =>
  reportTo(pool, { id: "a", verdict: "rate_limit", now: 0, ...input });

const isResting = (pool: Pool, now: number): boolean =>
  !picks(pool, 6, { now }).found.includes("a");

test("MODL-15: credentials take turns", () => {
  expect(picks(EMPTY_POOL, 5).found).toEqual(["a", "b", "c", "a", "b"]);
  expect(pickFrom(EMPTY_POOL, { provider: "p", ids: [], now: 0 }).id).toBeNull();
});

test("MODL-15: a session keeps its credential", () => {
  const first = picks(EMPTY_POOL, 3, { affinity: "s1" });
  expect(first.found).toEqual(["a", "a", "a"]);
  const second = picks(first.pool, 2, { affinity: "s2" });
  expect(second.found).toEqual(["b", "b"]);
  expect(picks(second.pool, 1, { affinity: "s1" }).found).toEqual(["a"]);
});

test("MODL-15: a session moves on when its credential rests, and stays there", () => {
  const bound = picks(EMPTY_POOL, 1, { affinity: "s" }).pool;
  const moved = picks(report(bound, {}), 2, { affinity: "s" });
  expect(moved.found).toEqual(["b", "b"]);
  expect(picks(moved.pool, 1, { affinity: "s", now: HOUR }).found).toEqual(["b"]);
});

test("MODL-15: how long a credential rests depends on why", () => {
  expect(isResting(report(EMPTY_POOL, {}), MINUTE - 1)).toBe(true);
  expect(isResting(report(EMPTY_POOL, {}), MINUTE)).toBe(false);
  expect(isResting(report(EMPTY_POOL, { retryAfterMs: 5 }), 4)).toBe(true);
  expect(isResting(report(EMPTY_POOL, { retryAfterMs: 5 }), 5)).toBe(false);
  expect(isResting(report(EMPTY_POOL, { retryAfterMs: 1e12 }), HOUR)).toBe(false);
  expect(isResting(report(EMPTY_POOL, { verdict: "billing" }), HOUR - 1)).toBe(true);
  expect(isResting(report(EMPTY_POOL, { verdict: "billing" }), HOUR)).toBe(false);
  expect(isResting(report(EMPTY_POOL, { verdict: "auth" }), 24 * HOUR - 1)).toBe(true);
  expect(isResting(report(EMPTY_POOL, { verdict: "auth" }), 24 * HOUR)).toBe(false);
});

test("MODL-15: the rest doubles up to an hour and a success clears it", () => {
  let pool = EMPTY_POOL;
  const rests = [1, 2, 4, 8, 16, 32, 60, 60];
  for (const minutes of rests) {
    pool = report(pool, {});
    expect(isResting(pool, minutes * MINUTE - 1)).toBe(true);
    expect(isResting(pool, minutes * MINUTE)).toBe(false);
  }
  pool = report(pool, { verdict: "ok" });
  expect(isResting(pool, 0)).toBe(false);
  expect(isResting(report(pool, {}), MINUTE)).toBe(false);
});

test("MODL-15: when all rest, the one that is free soonest is tried", () => {
  let pool = report(EMPTY_POOL, { id: "a", verdict: "auth" });
  pool = report(pool, { id: "b", retryAfterMs: 100 });
  pool = report(pool, { id: "c", verdict: "billing" });
  expect(picks(pool, 2).found).toEqual(["b", "b"]);
});

test("MODL-15: a healthy credential is never passed over for a resting one", () => {
  const step = fc.record({
    id: fc.constantFrom(...ids),
    verdict: fc.constantFrom("ok", "rate_limit", "billing", "auth"),
    retryAfterMs: fc.oneof(fc.integer({ min: -5, max: 500 }), fc.constant(Number.NaN)),
    wait: fc.nat(400),
    affinity: fc.option(fc.constantFrom("s", "t"), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let pool = EMPTY_POOL;
      let now = 0;
      for (const { wait, affinity, ...said } of steps) {
        now += wait;
        pool = reportTo(pool, { ...said, now });
        const session = affinity === undefined ? {} : { affinity };
        const picked = pickFrom(pool, { provider: "p", ids, now, ...session });
        const rest = (id: string) => pool.resting.get(id)?.until ?? 0;
        const someHealthy = ids.some((id) => rest(id) <= now);
        expect(someHealthy && rest(picked.id ?? "") > now).toBe(false);
        pool = picked.pool;
      }
    }),
  );
});

test("MODL-15: the memory of sessions is bounded", () => {
  let pool = EMPTY_POOL;
  for (let session = 0; session < 3000; session++) {
    pool = pickFrom(pool, { provider: "p", ids, now: 0, affinity: `${session}` }).pool;
  }
  expect(pool.bound.size).toBeLessThanOrEqual(1000);
});
