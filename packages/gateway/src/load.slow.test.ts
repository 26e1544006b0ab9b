import { expect, test } from "bun:test";
import { readSlowly } from "./testing/load/slow-readers.ts";
import { weatherStorm } from "./testing/load/storm.ts";
import { streamSessions } from "./testing/load/streaming-sessions.ts";

// Samples of `npm run torture -- --only gateway-sessions`, `gateway-slow` and `gateway-storm`.

test("R8 (part): sessions that all talk at once hear only themselves, without gaps", async () => {
  const { events, failures } = await streamSessions(24, 200);
  expect(failures).toEqual([]);
  expect(events).toBeGreaterThan(24 * 10);
});

test("GW-8 (part): who reads a byte each second and who vanishes keeps nobody waiting", async () => {
  const { events, failures, slowBytes } = await readSlowly(10, 2);
  expect(failures).toEqual([]);
  expect(slowBytes).toBeGreaterThanOrEqual(10);
  // A few seconds of a byte each: whoever takes more is no slow reader.
  expect(slowBytes).toBeLessThan(10 * 60);
  expect(events).toBeGreaterThan(50);
});

test("GW-9 (part): in a storm of broken lines everybody hears the same", async () => {
  const { lines, failures } = await weatherStorm(6, 3, 18);
  expect(failures).toEqual([]);
  expect(lines).toBeGreaterThan(12);
});
