import { describe, expect, test } from "bun:test";
import { faultDisk, memoryDisk } from "@squire/testkit";
import type { Disk } from "@squire/platform";
import * as fc from "fast-check";
import { machine, quickClock, START, testPorts } from "../testing/rig.ts";
import { decodeRow, encodeRow } from "./ledger-row.ts";
import type { LedgerRow } from "./ledger-row.ts";
import { ledgerPath, openLedger } from "./ledger.ts";
import { LEDGER_KEPT_MS, LEDGER_MAX_BYTES } from "./trim.ts";

const PATH = ledgerPath("/home");

function row(ts: number, more: Partial<LedgerRow> = {}): LedgerRow {
  const tokens = { promptTokens: 10, completionTokens: 2, cacheHitTokens: 6, cacheMissTokens: 4 };
  return { ts, session: "s", model: "p/m", ...tokens, costUsd: 0.1, kind: "turn", ...more };
}

async function rowsOf(disk: Disk): Promise<readonly LedgerRow[]> {
  return Array.fromAsync(openLedger(testPorts(disk), PATH).read());
}

async function put(disk: Disk, bytes: Uint8Array): Promise<void> {
  await disk.mkdir("/home");
  const file = await disk.open(PATH, "w");
  await file.append(bytes);
  await file.close();
}

describe("lines", () => {
  test("USE-2: have exactly the fields of the contract and no words of anybody", () => {
    const subagent = {
      skillName: "review",
      taskPreview: `look at\n${"x".repeat(500)}`,
      toolIters: 3,
      durationMs: 1000,
      answer: "secret words",
    };
    const sloppy = { ...row(5), kind: "subagent", subagent, prompt: "secret words" } as const;
    const line = new TextDecoder().decode(encodeRow({ ...sloppy, compareUsd: 0.2 }));
    expect(line).toEndWith("}\n");
    const value: unknown = JSON.parse(line);
    expect(Object.keys(value ?? {})).toEqual([
      "ts",
      "session",
      "model",
      "promptTokens",
      "completionTokens",
      "cacheHitTokens",
      "cacheMissTokens",
      "costUsd",
      "compareUsd",
      "kind",
      "subagent",
    ]);
    expect(line).not.toContain("secret");
    expect(decodeRow(line)?.subagent?.taskPreview).toHaveLength(60);
  });

  test("USE-2: are read back as written", () => {
    const full = row(7, { costUsd: null, compareUsd: 0.5, kind: "subagent" });
    const written = { ...full, subagent: { toolIters: 1, durationMs: 2 } };
    expect(decodeRow(new TextDecoder().decode(encodeRow(written)))).toEqual(written);
  });

  test("USE-2: whatever stands in the file is read without throwing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        decodeRow(line);
      }),
      { numRuns: 300 },
    );
    expect(decodeRow('{"ts":1,"session":"s","model":"m","kind":"gift"}')).toBeNull();
    expect(decodeRow('{"ts":1,"session":"s","model":"m","promptTokens":-5}')?.promptTokens).toBe(0);
  });
});

describe("the ledger", () => {
  test("USE-2: grows by one write per turn, in order, also when called at once", async () => {
    const disk = faultDisk(memoryDisk());
    const ledger = openLedger(testPorts(disk), PATH);
    await Promise.all([ledger.append([row(1), row(2)]), ledger.append([row(3)])]);
    expect((await rowsOf(disk)).map(({ ts }) => ts)).toEqual([1, 2, 3]);
    const writes = disk.calls.filter((call) => call.operation === "append" && call.path === PATH);
    expect(writes).toHaveLength(2);
    expect(await disk.readdir("/home")).toEqual(["usage.jsonl"]);
  });

  test("USE-2: a disk that fails is counted and never in the way", async () => {
    const full = { at: 1, type: "fail", code: "ENOSPC", lasting: true } as const;
    const ledger = openLedger(testPorts(faultDisk(memoryDisk(), [full])), PATH);
    await ledger.append([row(1)]);
    expect(ledger.failures.count).toBe(1);
    expect(ledger.failures.last).toContain("full");
    expect(await Array.fromAsync(ledger.read())).toEqual([]);
  });

  test("USE-2: a line torn by a crash does not spoil the next", async () => {
    const disk = memoryDisk();
    await put(disk, new TextEncoder().encode('{"ts":1,"sess'));
    await openLedger(testPorts(disk), PATH).append([row(2)]);
    expect((await rowsOf(disk)).map(({ ts }) => ts)).toEqual([2]);
  });

  test("USE-3: a large ledger drops what is older than a year, as a whole or not at all", async () => {
    const now = START;
    const old = Array.from({ length: 30_000 }, (_, n) => row(now - LEDGER_KEPT_MS - 40_000 + n));
    const young = Array.from({ length: 10_000 }, (_, n) => row(now - 20_000 + n));
    const bytes = Buffer.concat([...old, ...young].map(encodeRow));
    expect(bytes.length).toBeGreaterThan(LEDGER_MAX_BYTES);
    const disk = memoryDisk();
    await put(disk, bytes);
    const crowded = faultDisk(disk, [{ at: 1, on: "rename", type: "fail", code: "EIO" }]);
    const ledger = openLedger(testPorts(crowded, { clock: quickClock() }), PATH);
    await ledger.append([row(now)]);
    expect(ledger.failures.count).toBe(1);
    expect(await rowsOf(disk)).toHaveLength(40_001);
    await ledger.append([row(now)]);
    const kept = await rowsOf(disk);
    expect(kept).toHaveLength(10_002);
    expect(kept.every(({ ts }) => ts >= now - LEDGER_KEPT_MS)).toBe(true);
    expect(await disk.readdir("/home")).toEqual(["usage.jsonl"]);
  });

  test("USE-3: a large ledger of a busy year is not rewritten", async () => {
    const rows = Array.from({ length: 36_000 }, (_, n) => row(START - 40_000 + n));
    const disk = faultDisk(memoryDisk());
    await put(disk, Buffer.concat(rows.map(encodeRow)));
    await openLedger(testPorts(disk), PATH).append([row(START)]);
    expect(disk.calls.some(({ operation }) => operation === "rename")).toBe(false);
    expect(await rowsOf(disk)).toHaveLength(36_001);
  });

  test("USE-2: processes that share it lose nothing", async () => {
    const disk = memoryDisk();
    const here = machine();
    const ledgers = [1, 2, 3].map((pid) => {
      const ids =
        (n = 0) =>
        () =>
          `p${pid}-${n++}`;
      return openLedger(testPorts(disk, { processes: here.as(pid), ids: ids() }), PATH);
    });
    const rows = Array.from({ length: 10 }, (_, n) => row(n));
    await Promise.all(ledgers.flatMap((ledger) => rows.map((item) => ledger.append([item]))));
    expect(await rowsOf(disk)).toHaveLength(30);
    expect(ledgers.map(({ failures }) => failures.count)).toEqual([0, 0, 0]);
  });
});
