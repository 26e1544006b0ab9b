import { describe, expect, test } from "bun:test";
import {
  FakeClock,
  fakeIds,
  faultDisk,
  memoryDisk,
  rejectionOf,
  tempWorkspace,
} from "@squire/testkit";
import { nodeDisk } from "../disk.ts";
import type { Disk } from "../disk.ts";
import { machine, testPorts } from "../testing/rig.ts";
import { acquireLock, BEAT_MS, isLocked } from "./lock.ts";
import { LogError } from "./log-error.ts";
import { systemProcesses } from "./process-table.ts";
import { STALE_MS } from "./take-lock.ts";
import type { LockPorts } from "./take-lock.ts";

const LOCK = "/home/log.lock";

async function house() {
  const disk = memoryDisk();
  await disk.mkdir("/home");
  const here = machine();
  const clock = new FakeClock();
  const ids = fakeIds("token");
  const process = (pid: number, over: Partial<LockPorts> = {}): LockPorts =>
    testPorts(disk, { clock, ids, processes: here.as(pid), ...over });
  return { disk, here, clock, process };
}

async function refusal(promise: Promise<unknown>): Promise<LogError> {
  const error = await rejectionOf(promise);
  if (!(error instanceof LogError)) throw new Error(`Not a LogError: ${String(error)}`);
  return error;
}

describe("one writer", () => {
  test("GEN-12 (part): the second process is refused and told who has the session", async () => {
    const { disk, process } = await house();
    const lock = await acquireLock(process(7), LOCK);
    const error = await refusal(acquireLock(process(8), LOCK));
    expect(error).toMatchObject({ code: "locked", pid: 7 });
    expect(error.message).toContain("process 7 on here");
    expect(error.advice).toContain("gateway");
    expect(await isLocked(process(8), LOCK)).toBe(true);
    await lock.release();
    expect(await isLocked(process(8), LOCK)).toBe(false);
    await (await acquireLock(process(8), LOCK)).release();
    expect(await disk.readdir("/home")).toEqual([]);
  });

  test("GEN-12 (part): the lock of a dead process is taken over at once", async () => {
    const { disk, here, process } = await house();
    await acquireLock(process(7), LOCK);
    here.as(8).kill(7);
    const lock = await acquireLock(process(8), LOCK);
    await lock.assertHeld();
    await lock.release();
    expect(await disk.readdir("/home")).toEqual([]);
  });

  test("GEN-12 (part): the lock of another machine is taken over only when its beat is old", async () => {
    const { clock, process } = await house();
    const elsewhere = machine("there");
    const theirs = await acquireLock(process(7, { processes: elsewhere.as(7) }), LOCK);
    await clock.advance(STALE_MS * 3);
    expect((await refusal(acquireLock(process(8), LOCK))).pid).toBe(7);
    const still = new FakeClock(clock.now() + STALE_MS + 1);
    const ours = await acquireLock(process(8, { clock: still }), LOCK);
    // The other machine was only asleep: it must not write any more.
    await clock.advance(BEAT_MS);
    expect((await refusal(theirs.assertHeld())).pid).toBe(8);
    await theirs.release();
    await ours.assertHeld();
  });

  test("GEN-12 (part): whoever was asleep looks before it writes", async () => {
    const { disk, clock, process } = await house();
    const lock = await acquireLock(process(7), LOCK);
    await lock.assertHeld();
    await disk.unlink(LOCK);
    await lock.assertHeld();
    clock.jump(3 * BEAT_MS);
    expect((await refusal(lock.assertHeld())).message).toContain("was removed");
  });

  test("GEN-12 (part): of many that find a dead lock, one gets it", async () => {
    const { here, process, disk } = await house();
    await acquireLock(process(1), LOCK);
    here.as(2).kill(1);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => acquireLock(process(10 + at), LOCK)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "locked" });
    }
    expect(await disk.readdir("/home")).toEqual(["log.lock"]);
  });

  test("GEN-12 (part): a takeover that died half-way does not block the next", async () => {
    const { disk, here, process } = await house();
    await acquireLock(process(1), LOCK);
    here.as(2).kill(1);
    // Dies at each of its calls in turn.
    for (let at = 1; at <= 6; at++) {
      const dying = faultDisk(disk, [{ type: "crash", at }]);
      await acquireLock(process(100 + at, { disk: dying, clock: quick() }), LOCK).catch(() => null);
      here.as(2).kill(100 + at);
    }
    const lock = await acquireLock(process(9, { clock: quick() }), LOCK);
    await lock.release();
    expect(await isLocked(process(9), LOCK)).toBe(false);
  });

  test("GEN-12 (part): a lock file without content is no lock", async () => {
    const { disk, process } = await house();
    await (await disk.open(LOCK, "w")).close();
    const lock = await acquireLock(process(7, { clock: quick() }), LOCK);
    await lock.assertHeld();
  });

  test("PKG-6 (part): a lock that the disk does not let go is removed later", async () => {
    const { disk, clock, process } = await house();
    const failing = faultDisk(disk, [
      { type: "fail", on: "unlink", at: 1, code: "EIO" },
      { type: "fail", on: "unlink", at: 2, code: "EIO" },
    ]);
    const lock = await acquireLock(process(7, { disk: failing }), LOCK);
    await lock.release();
    expect(await disk.readdir("/home")).toEqual(["log.lock"]);
    await clock.advance(BEAT_MS);
    expect(await disk.readdir("/home")).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("GEN-12 (part): the beat keeps the lock fresh and survives a full disk and clock jumps", async () => {
    const { clock, disk, process } = await house();
    const full: Disk = faultDisk(disk, [{ type: "fail", on: "write", at: 2, code: "ENOSPC" }]);
    const lock = await acquireLock(process(7, { disk: full }), LOCK);
    const beat = async () => new TextDecoder().decode(await disk.readFile(LOCK));
    const first = await beat();
    await clock.advance(BEAT_MS);
    expect(await beat()).toBe(first);
    await clock.advance(BEAT_MS);
    expect(await beat()).not.toBe(first);
    expect((await beat()).length).toBe(first.length);
    clock.jump(-365 * 24 * 3600 * 1000);
    await lock.assertHeld();
    await lock.release();
  });
});

describe("the processes of this machine", () => {
  test("GEN-12 (part): this process is alive, one that has ended is dead, a reused number is another", async () => {
    const table = systemProcesses();
    const self = table.self();
    expect(table.stateOf({ ...self, host: "elsewhere" })).toBe("unknown");
    expect(table.stateOf({ ...self, scope: "another boot" })).toBe("unknown");
    expect(table.stateOf({ ...self, pid: 2 ** 30 })).toBe("dead");
    if (self.startedAt === null) return;
    expect(table.stateOf(self)).toBe("alive");
    expect(table.stateOf({ ...self, startedAt: "1" })).toBe("dead");
  });

  test("GEN-12 (part): the lock works on the real disk", async () => {
    await using dir = await tempWorkspace();
    const ports = testPorts(nodeDisk(), { processes: systemProcesses() });
    const lock = await acquireLock(ports, dir.path("x.lock"));
    expect((await refusal(acquireLock(ports, dir.path("x.lock")))).pid).toBe(process.pid);
    await lock.release();
    expect(await dir.list()).toEqual([]);
  });
});

function quick(): LockPorts["clock"] {
  return testPorts(memoryDisk()).clock;
}
