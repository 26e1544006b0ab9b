import { describe, expect, test } from "bun:test";
import { faultDisk, memoryDisk, rejectionOf } from "@squire/testkit";
import type { DiskFault, FaultDisk } from "@squire/testkit";
import type { EntryDraft } from "@squire/protocol";
import { compacted, pruned, said, spent, titled } from "../testing/drafts.ts";
import { LOG, observer } from "../testing/crash-script.ts";
import { overDisk } from "../testing/over-disk.ts";
import { testPorts } from "../testing/rig.ts";
import { durabilityOf } from "./durability.ts";
import { sealLine } from "./line.ts";
import { LogError } from "./log-error.ts";
import { createLog, openLog } from "./open.ts";
import type { LogEntry } from "./read.ts";
import { verifyLog } from "./verify.ts";

async function rig(plan: readonly DiskFault[] = [], memory = memoryDisk()) {
  const disk: FaultDisk = faultDisk(memory, plan);
  const entries: LogEntry[] = [];
  await memory.mkdir("/home");
  const ports = testPorts(disk);
  const header = { id: "s1", cwd: "/project", createdAt: 1 };
  const { log } = await createLog(ports, LOG, header, observer(entries));
  const since = disk.calls.length;
  const text = async () => new TextDecoder().decode(await memory.readFile(LOG));
  return {
    memory,
    ports,
    log,
    text,
    ids: () => entries.map(({ value }) => value.id),
    /** What the log did to its file since it was made. */
    calls: () =>
      disk.calls
        .slice(since)
        .filter(({ path }) => path === LOG)
        .map(({ operation }) => operation),
  };
}

async function logError(promise: Promise<unknown>): Promise<LogError> {
  const error = await rejectionOf(promise);
  if (!(error instanceof LogError)) throw new Error(`Not a LogError: ${String(error)}`);
  return error;
}

describe("a staged entry", () => {
  test("SES-4: is written at once and synced with the next entry", async () => {
    const { log, calls, memory, ids } = await rig();
    const reply = await log.stage(said("reply"));
    expect(ids()).toEqual([reply.id]);
    expect([calls(), log.isSynced]).toEqual([["append"], false]);
    await log.append(said("call"));
    expect([calls(), log.isSynced]).toEqual([["append", "append", "fsync"], true]);
    memory.crash();
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 2 });
  });

  test("SES-4: a power cut before that takes it away whole", async () => {
    const { log, memory } = await rig();
    await log.append(said("asked"));
    await log.stage(said("reply"));
    memory.crash();
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 1 });
  });

  test("SES-4: nothing is synced while something is being written", async () => {
    const memory = memoryDisk();
    const going = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    let isSlow = false;
    const disk = overDisk(
      () => memory,
      async (path, flag) => {
        const file = await memory.open(path, flag);
        const append = async (bytes: Uint8Array): Promise<void> => {
          if (isSlow) going.resolve();
          if (isSlow) await written.promise;
          await file.append(bytes);
        };
        return { ...file, append };
      },
    );
    await memory.mkdir("/home");
    const header = { id: "s1", cwd: "/project", createdAt: 1 };
    const { log } = await createLog(testPorts(disk), LOG, header, observer([]));
    await log.append(said("asked"));
    expect(log.isSynced).toBe(true);
    isSlow = true;
    const staged = log.stage(said("reply"));
    await going.promise;
    expect(log.isSynced).toBe(false);
    written.resolve();
    await staged;
    expect(log.isSynced).toBe(false);
    await log.flush();
    expect(log.isSynced).toBe(true);
  });

  test("SES-4: when the sync fails, it is written again with what comes next", async () => {
    const { log, memory, text } = await rig([{ type: "fail", on: "fsync", at: 2, code: "EIO" }]);
    await log.stage(said("reply"));
    await logError(log.append(said("call")));
    expect(log.isSynced).toBe(false);
    await log.append(said("again"));
    expect(log.isSynced).toBe(true);
    expect((await text()).match(/reply|call|again/g)).toEqual(["reply", "again"]);
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 2 });
  });
});

describe("a line", () => {
  test("SES-2: an entry comes back with its place, and the line says the same", async () => {
    const { log, text } = await rig();
    const first = await log.append(said("hi"));
    const second = await log.append(titled("t"));
    expect(first).toMatchObject({ type: "message", parentId: null });
    expect(second).toMatchObject({ type: "title", parentId: first.id, prev: first.h });
    const [header, ...lines] = (await text()).trimEnd().split("\n");
    expect(header).toMatch(/^\{"type":"session","version":1,"id":"s1",.*,"h":"[0-9a-f]{64}"\}$/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([first, second]);
    expect(lines[0]).toMatch(/,"prev":"[0-9a-f]{64}","h":"[0-9a-f]{64}"\}$/);
  });

  test("SES-2: after a leaf entry the next one hangs on its target", async () => {
    const { log } = await rig();
    const first = await log.append(said("one"));
    await log.append(said("two"));
    await log.append({ type: "leaf", targetId: first.id });
    expect((await log.append(said("three"))).parentId).toBe(first.id);
    await log.append({ type: "leaf", targetId: null });
    expect((await log.append(said("four"))).parentId).toBeNull();
  });

  test("SES-2: an entry that is appended again gets a place of its own", async () => {
    const { log, memory } = await rig();
    const first = await log.append(said("hi"));
    const again = await log.append(first);
    expect(again).toMatchObject({ message: first.message, parentId: first.id, prev: first.h });
    expect(again.id).not.toBe(first.id);
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 2 });
  });

  test("LOOP-4: whatever is appended, the bytes before it stay as they are", async () => {
    const { log, text } = await rig();
    let before = await text();
    const first = await log.append(said("hi"));
    for (const draft of [compacted(first.id), pruned(first.id, "cut"), titled("t")]) {
      await log.append(draft);
      const now = await text();
      expect(now.startsWith(before)).toBe(true);
      before = now;
    }
    expect(
      Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(log))).sort(),
    ).toEqual(["append", "close", "constructor", "flush", "isSynced", "stage"]);
  });

  test("GEN-10 (part): same ids and time, same bytes", async () => {
    const [one, two] = [await rig(), await rig()];
    for (const { log } of [one, two]) {
      await Promise.all([log.append(said("a")), log.append(spent("m"))]);
      await log.close();
    }
    expect(await one.text()).toBe(await two.text());
  });
});

describe("appending", () => {
  test("SES-4: what is said is synced, what is cosmetic is written and synced with the next or at flush", async () => {
    const { log, calls, memory } = await rig();
    await log.append(spent("m"));
    expect(calls()).toEqual(["append"]);
    await log.flush();
    await log.flush();
    expect(calls()).toEqual(["append", "fsync"]);
    await log.append(titled("t"));
    await log.append(said("hi"));
    expect(calls()).toEqual(["append", "fsync", "append", "append", "fsync"]);
    memory.crash();
    expect((await verifyLog(memory, LOG)).entries).toBe(3);
    expect(durabilityOf("usage")).toBe("written");
  });

  test("SES-4: entries appended together share one write and one sync, in the order of the calls", async () => {
    const { log, calls, ids } = await rig();
    const drafts = Array.from({ length: 50 }, (_, at) => (at % 3 ? said(`${at}`) : spent(`${at}`)));
    const entries = await Promise.all(drafts.map((draft) => log.append(draft)));
    expect(calls()).toEqual(["append", "fsync"]);
    expect(ids()).toEqual(entries.map(({ id }) => id));
    expect(entries.map(({ parentId }) => parentId)).toEqual([null, ...ids().slice(0, -1)]);
  });

  test("SES-4: a closed log takes nothing, closing twice is no error", async () => {
    const { log, memory } = await rig();
    const late = log.append(spent("m"));
    await log.close();
    await log.close();
    await late;
    expect((await verifyLog(memory, LOG)).entries).toBe(1);
    expect((await logError(log.append(said("x")))).message).toContain("closed");
    expect(await memory.readdir("/home")).toEqual(["log.jsonl"]);
  });
});

describe("a disk that fails", () => {
  test("PKG-6 (part): a full disk is told, nothing is left of the entry, and the log goes on", async () => {
    // The header is the first append.
    const { log, memory, ids } = await rig([
      { type: "tear", on: "append", at: 3, bytes: 20, end: "ENOSPC" },
    ]);
    await log.append(said("one"));
    const size = (await memory.stat(LOG)).size;
    const error = await logError(log.append(said("two")));
    expect(error).toMatchObject({ code: "storage", diskCode: "ENOSPC" });
    expect(error.message).toContain("the disk is full");
    expect(error.advice).toContain("Free some space");
    expect((await memory.stat(LOG)).size).toBe(size);
    await log.append(said("three"));
    await log.close();
    expect(ids()).toHaveLength(2);
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 2 });
  });

  test("PKG-6 (part): while a disk stays full every entry is refused; when space returns it works again", async () => {
    const memory = memoryDisk();
    let full = false;
    const refuse = (): void => {
      if (full) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const disk = overDisk(
      () => memory,
      async (path, flag) => {
        const file = await memory.open(path, flag);
        return {
          ...file,
          append: async (bytes) => {
            await file.append(full ? bytes.subarray(0, 9) : bytes);
            refuse();
          },
          truncate: async (to) => {
            refuse();
            await file.truncate(to);
          },
        };
      },
    );
    await memory.mkdir("/home");
    const header = { id: "s1", cwd: "/project", createdAt: 1 };
    const { log } = await createLog(testPorts(disk), LOG, header, observer([]));
    await log.append(said("one"));
    await log.append(spent("written, not synced"));
    full = true;
    for (const text of ["two", "three"]) {
      expect((await logError(log.append(said(text)))).diskCode).toBe("ENOSPC");
    }
    full = false;
    const last = await log.append(said("four"));
    await log.close();
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 3 });
    expect(last.parentId).not.toBeNull();
  });

  test("PKG-6 (part): what waits behind a failed entry is refused with it", async () => {
    const { log, ids } = await rig([{ type: "fail", on: "fsync", at: 2, code: "EIO" }]);
    const first = log.append(said("one"));
    await Promise.resolve();
    await Promise.resolve();
    const second = log.append({ type: "leaf", targetId: null });
    expect((await logError(first)).diskCode).toBe("EIO");
    expect((await logError(second)).diskCode).toBe("EIO");
    expect(ids()).toEqual([]);
    await log.append(said("three"));
    expect(ids()).toHaveLength(1);
  });

  test("PKG-6 (part): after a sync that failed, what was only written is written again", async () => {
    const { log, memory } = await rig([{ type: "fail", on: "fsync", at: 2, code: "EIO" }]);
    await log.append(spent("written"));
    await logError(log.append(said("one")));
    await log.append(said("two"));
    memory.crash();
    expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 2 });
  });

  test("PKG-6 (part): a file that somebody cut is not made whole again with holes", async () => {
    const { log, memory } = await rig([{ type: "fail", on: "append", at: 3, code: "EIO" }]);
    await log.append(said("one"));
    await logError(log.append(said("two")));
    await memory.truncate(LOG, 10);
    expect((await logError(log.append(said("three")))).message).toContain("cut or replaced");
    expect((await memory.stat(LOG)).size).toBe(10);
  });
});

describe("what cannot be read back", () => {
  test("an entry that is no JSON is refused alone", async () => {
    const { log, ids } = await rig();
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const broken: unknown[] = [
      { type: "custom", customType: "x", data: 10n },
      { type: "custom", customType: "x", data: circle },
    ];
    const good = log.append(said("good"));
    for (const draft of broken) {
      expect((await logError(log.append(draft as EntryDraft))).code).toBe("invalid");
    }
    await good;
    expect(ids()).toHaveLength(1);
  });

  test("PKG-6 (part): an entry above 64 MB is refused", async () => {
    const { log } = await rig();
    const error = await logError(log.append(said("x".repeat(64 * 1024 * 1024))));
    expect(error.advice).toContain("artifact");
  });
});

describe("opening", () => {
  test("SES-4: a torn end is cut, reported, and the next entry follows the last whole one", async () => {
    const { log, memory } = await rig();
    const one = await log.append(said("one"));
    await log.close();
    const file = await memory.open(LOG, "a");
    await file.append(new TextEncoder().encode('{"type":"message","id":"e'));
    const opened = await openLog(testPorts(memory, { ids: () => "next" }), LOG, observer([]));
    expect(opened.problems.map(({ code, line }) => `${code} ${line}`)).toEqual(["torn 3"]);
    expect(opened.repair).toEqual({ cutBytes: 25, keptAt: null });
    expect(await opened.log.append(said("two"))).toMatchObject({ parentId: one.id, prev: one.h });
    await opened.log.close();
    expect((await verifyLog(memory, LOG)).ok).toBe(true);
  });

  test("SES-4: finished lines at the end that cannot be read are put aside before they are cut", async () => {
    const { log, memory } = await rig();
    await log.append(said("one"));
    await log.close();
    const { size } = await memory.stat(LOG);
    const file = await memory.open(LOG, "a");
    await file.append(new TextEncoder().encode("rubbish\nmore"));
    const { log: again, repair } = await openLog(testPorts(memory), LOG, observer([]));
    await again.close();
    expect(repair).toEqual({ cutBytes: 12, keptAt: `${LOG}.cut-${size}` });
    expect(new TextDecoder().decode(await memory.readFile(`${LOG}.cut-${size}`))).toBe(
      "rubbish\nmore",
    );
    expect((await memory.stat(LOG)).size).toBe(size);
  });

  test("SES-19: a newer version is refused and not touched; what is no log neither", async () => {
    const { log, memory, text } = await rig();
    await log.close();
    const later = sealLine({ type: "session", version: 2, id: "s", cwd: "/", createdAt: 1 });
    for (const [content, code] of [
      [new TextDecoder().decode(later.bytes), "unsupported"],
      ['{"type":"session","version":1', "invalid"],
      ["", "invalid"],
      ["hello\n", "invalid"],
    ] as const) {
      const file = await memory.open(LOG, "w");
      await file.append(new TextEncoder().encode(content));
      const error = await logError(openLog(testPorts(memory), LOG, observer([])));
      expect(error.code).toBe(code);
      expect(await text()).toBe(content);
    }
    expect(await memory.readdir("/home")).toEqual(["log.jsonl"]);
    const missing = await logError(openLog(testPorts(memory), "/home/none.jsonl", observer([])));
    expect(missing).toMatchObject({ code: "storage", diskCode: "ENOENT" });
  });
});

test("SES-4: an entry that is written is acknowledged, whatever its observer cannot read then", async () => {
  const memory = memoryDisk();
  await memory.mkdir("/home");
  const broken = {
    ...observer([]),
    entry: () => {
      throw new LogError("storage", "Somebody else changed the log.", { advice: "Open it again." });
    },
  };
  const header = { id: "s1", cwd: "/project", createdAt: 1 };
  const { log } = await createLog(testPorts(memory), LOG, header, broken);
  await log.append(said("one"));
  await Promise.all([log.stage(said("two")), log.append(said("three"))]);
  await log.close();
  expect(await verifyLog(memory, LOG)).toMatchObject({ ok: true, entries: 3 });
});
