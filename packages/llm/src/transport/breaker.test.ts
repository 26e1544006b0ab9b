import { expect, test } from "bun:test";
import type { FailureKind, ModelFailure } from "@squire/protocol";
import { FakeClock } from "@squire/testkit";
import { createBreaker } from "./breaker.ts";

const failed = (kind: FailureKind = "network"): ModelFailure => ({
  kind,
  message: "it is down.",
  retryable: true,
});

function opened() {
  const clock = new FakeClock();
  const breaker = createBreaker(clock);
  for (let n = 0; n < 5; n++) breaker.report("a/1", failed());
  return { clock, breaker };
}

test.each(["auth", "billing", "overloaded", "network", "stalled", "rate_limit"] as const)(
  "PROV-16: 5 failures of kind %s in a row open the circuit",
  (kind) => {
    const breaker = createBreaker(new FakeClock());
    for (let n = 0; n < 4; n++) breaker.report("a/1", failed(kind));
    expect(breaker.admit("a/1").ok).toBe(true);
    breaker.report("a/1", failed(kind));
    expect(breaker.admit("a/1").ok).toBe(false);
    expect(breaker.admit("b/1").ok).toBe(true);
  },
);

test.each(["bad_request", "overflow", "aborted", "refused", "protocol"] as const)(
  "PROV-16: %s does not count",
  (kind) => {
    const breaker = createBreaker(new FakeClock());
    for (let n = 0; n < 9; n++) breaker.report("a/1", failed(kind));
    expect(breaker.admit("a/1").ok).toBe(true);
  },
);

test("PROV-16: a success in between starts the count again", () => {
  const breaker = createBreaker(new FakeClock());
  for (let n = 0; n < 4; n++) breaker.report("a/1", failed());
  breaker.report("a/1", null);
  for (let n = 0; n < 4; n++) breaker.report("a/1", failed());
  expect(breaker.admit("a/1").ok).toBe(true);
});

test("PROV-16: an open circuit says why and for how long", async () => {
  const { clock, breaker } = opened();
  await clock.advance(18_000);
  expect(breaker.admit("a/1")).toEqual({
    ok: false,
    failure: {
      kind: "network",
      message: "a/1 is left alone for 42 s after 5 failures in a row; the last was: it is down.",
      retryAfterMs: 42_000,
      retryable: false,
    },
  });
});

test("PROV-16: after 60 s one probe is let through, and closes it when it succeeds", async () => {
  const { clock, breaker } = opened();
  await clock.advance(59_999);
  expect(breaker.admit("a/1").ok).toBe(false);
  await clock.advance(1);
  expect(breaker.admit("a/1").ok).toBe(true);
  expect(breaker.admit("a/1").ok).toBe(false);
  breaker.report("a/1", null);
  expect(breaker.admit("a/1").ok).toBe(true);
  expect(breaker.admit("a/1").ok).toBe(true);
});

test("PROV-16: a probe that fails opens it for another 60 s", async () => {
  const { clock, breaker } = opened();
  await clock.advance(60_000);
  breaker.admit("a/1");
  breaker.report("a/1", failed());
  await clock.advance(59_999);
  expect(breaker.admit("a/1").ok).toBe(false);
  await clock.advance(1);
  expect(breaker.admit("a/1").ok).toBe(true);
});

test("PROV-16: a probe that tells nothing leaves room for the next", async () => {
  const { clock, breaker } = opened();
  await clock.advance(60_000);
  breaker.admit("a/1");
  breaker.report("a/1", failed("aborted"));
  expect(breaker.admit("a/1").ok).toBe(true);
});

test("PROV-16: what is known can be forgotten", () => {
  const { breaker } = opened();
  breaker.reset("b/1");
  expect(breaker.admit("a/1").ok).toBe(false);
  breaker.reset("a/1");
  expect(breaker.admit("a/1").ok).toBe(true);
  const other = opened().breaker;
  other.reset();
  expect(other.admit("a/1").ok).toBe(true);
});
