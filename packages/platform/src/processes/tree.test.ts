import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { markedIn, parseCim, parsePs } from "./listed-tables.ts";
import type { ProcessInfo } from "./process-info.ts";
import { deepestFirst } from "./tree.ts";

const one = (pid: number, parent: number, started = pid): ProcessInfo => ({
  pid,
  parent,
  group: pid,
  session: pid,
  started,
});

test("SH-17: the deepest come first, the root last, and nobody else", () => {
  const table = [one(1, 0), one(10, 1), one(11, 10), one(12, 11), one(13, 10), one(20, 1)];
  const pids = deepestFirst(table, ({ pid }) => pid === 10).map(({ pid }) => pid);
  expect(pids).toEqual([12, 11, 13, 10]);
});

test("SH-17: who was there before its parent is not its child", () => {
  const table = [one(10, 1, 50), one(11, 10, 49), one(12, 10, 51)];
  expect(deepestFirst(table, ({ pid }) => pid === 10).map(({ pid }) => pid)).toEqual([12, 10]);
});

test("SH-17: any table, also one in circles, gives each at most once", () => {
  const process = fc.record({
    pid: fc.integer({ min: 1, max: 12 }),
    parent: fc.integer({ min: 0, max: 12 }),
    started: fc.integer({ min: 0, max: 3 }),
  });
  const tables = fc.uniqueArray(process, { selector: ({ pid }) => pid });
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 12 }), (rows, root) => {
      const table = rows.map((row) => ({ ...row, group: 0, session: 0 }));
      const order = deepestFirst(table, ({ pid }) => pid === root);
      const pids = order.map(({ pid }) => pid);
      expect(new Set(pids).size).toBe(pids.length);
      expect(pids.includes(root)).toBe(table.some(({ pid }) => pid === root));
    }),
  );
});

test("SH-17: the tables of other systems are read", () => {
  const ps = `    1     0     1 Ss   Mon Nov 16 02:05:00 2026
  501     1   501 Z+   Mon Nov 16 02:06:00 2026
  502     1   500 S+   Mon Nov 16 02:06:01 2026
`;
  expect(parsePs(ps).map(({ pid, parent, group }) => [pid, parent, group])).toEqual([
    [1, 0, 1],
    [502, 1, 500],
  ]);
  expect(parsePs(ps).map(({ started }) => started)).toEqual([
    Date.parse("2026-11-16T02:05:00"),
    Date.parse("2026-11-16T02:06:01"),
  ]);
  expect(parseCim("4 0 638670000000000000\r\n\r\n880 4 638670000010000000\r\n")).toEqual([
    { pid: 4, parent: 0, group: 0, session: 0, started: 638670000000000000 },
    { pid: 880, parent: 4, group: 0, session: 0, started: 638670000010000000 },
  ]);
  const commands = `  7 sleep 60 SQUIRE_CALL_ID=a.1./b.2. HOME=/
  8 sleep 60 SQUIRE_CALL_ID=a.1. HOME=/
  9 grep b.2.
`;
  expect([...markedIn(commands, { own: "b.2.", value: "", locks: null })]).toEqual([7]);
  expect([...markedIn(commands, { own: "a.1.", value: "", locks: null })]).toEqual([7, 8]);
});
