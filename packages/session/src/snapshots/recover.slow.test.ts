import { describe, expect, test } from "bun:test";
import type { RestoreJournal } from "./journal.ts";
import { sha256 } from "./private-files.ts";
import { recoverRestore } from "./recover.ts";
import { restore, type RestoreResult } from "./restore.ts";
import { treeHash } from "./snapshot.ts";
import { CHANGING_CALLS, faultTree, TreeCrash, type TreeFault } from "./testing/fault-tree.ts";
import type { MemoryTree } from "./testing/memory-tree.ts";
import { planOf, turn, undo } from "./testing/undo.ts";
import type { TreeDisk } from "./tree-disk.ts";
import { HOME, hands, storeOn, workbench, WORKSPACE } from "./testing/workbench.ts";

type Scene = {
  /** After the turn; every attempt works on a copy. */
  readonly disk: MemoryTree;
  readonly turnId: string;
  readonly from: string;
  readonly to: string;
};

/** A turn that changes every kind of thing into every other. */
async function scene(): Promise<Scene> {
  const {
    disk,
    store,
    hands: work,
  } = await workbench({
    "a.txt": "one",
    "gone/x/y.txt": "two",
    swap: "file",
    "turn/z.txt": "three",
    "ro/in.txt": "four",
    "mode.sh": "five",
  });
  await work.link("a.txt", "link");
  await work.chmod("ro", 0o555);
  const to = await treeHash(disk, WORKSPACE);
  const turnId = await turn(store, async () => {
    await work.write("a.txt", "changed");
    await work.remove("gone");
    await work.remove("swap");
    await work.write("swap/inner.txt", "now a folder");
    await work.remove("turn");
    await work.link("/outside", "turn");
    await work.remove("link");
    await work.write("link", "now a file");
    await work.write("new/n.txt", "new");
    await work.chmod("ro", 0o755);
    await work.write("ro/in.txt", "changed");
    await work.chmod("ro", 0o500);
    await work.chmod("mode.sh", 0o755);
  });
  return { disk, turnId, from: await treeHash(disk, WORKSPACE), to };
}

type End = { readonly result: RestoreResult | "died"; readonly hash: string };

type Attempt = {
  readonly fault?: TreeFault;
  readonly powerCut?: boolean;
  readonly journal?: RestoreJournal;
};

/** Restores with a fault, then starts again on a disk that works. */
async function attempt({ disk: original, turnId }: Scene, options: Attempt): Promise<End> {
  const disk = original.copy();
  const journal = options.journal === undefined ? {} : { journal: options.journal };
  const faulty = storeOn(faultTree(disk, options.fault), disk, journal);
  // Planning changes nothing; it may as well work.
  const plan = await planOf(storeOn(disk, disk), [turnId]);
  const result = await restore(faulty, plan, { confirmed: true }).catch((error: unknown) => {
    if (options.fault?.type === "crash" && !(error instanceof TreeCrash)) throw error;
    return "died" as const;
  });
  if (options.powerCut) disk.crash();
  const ends = await recoverRestore(storeOn(disk, disk, journal));
  for (const { end } of ends) expect(end.kind).not.toBe("stuck");
  expect(await leftovers(disk)).toEqual([]);
  return { result, hash: await treeHash(disk, WORKSPACE) };
}

async function leftovers(disk: MemoryTree): Promise<readonly string[]> {
  const names: string[] = [];
  for (const folder of [`${HOME}/journal`, WORKSPACE, `${WORKSPACE}/gone/x`, `${WORKSPACE}/ro`]) {
    const opened = await disk.openFolder(folder).catch(() => null);
    const here = (await opened?.names()) ?? [];
    names.push(...here.filter((name) => name.startsWith(".squire") || name.startsWith("s1")));
  }
  return names;
}

async function callsOf(original: Scene, on?: readonly string[]): Promise<number> {
  const disk = original.disk.copy();
  const counted = faultTree(disk, { at: Infinity, type: "fail", ...(on ? { on } : {}) });
  const plan = await planOf(storeOn(disk, disk), [original.turnId]);
  expect(await restore(storeOn(counted, disk), plan)).toMatchObject({ kind: "restored", left: [] });
  return counted.calls.length;
}

const NO_JOURNAL: RestoreJournal = {
  begin: async () => {},
  end: async () => {},
  list: async () => [],
};

/** Where the process dies at each call that changes something: the trees that are then found. */
async function deathsAt(original: Scene, options: Attempt): Promise<ReadonlySet<string>> {
  const calls = await callsOf(original, CHANGING_CALLS);
  expect(calls).toBeGreaterThan(40);
  const hashes = new Set<string>();
  // One more than there are: what has ended well must last.
  for (let at = 1; at <= calls + 1; at++) {
    const fault: TreeFault = { at, type: "crash", on: CHANGING_CALLS };
    const { hash, result } = await attempt(original, { ...options, fault });
    if (at > calls) expect([result, hash]).toMatchObject([{ kind: "restored" }, original.to]);
    hashes.add(hash);
  }
  return hashes;
}

describe("PKG-6: a restore that is cut off", () => {
  test("SES-22 PKG-6: the process dies at any call: afterwards all is restored, or nothing", async () => {
    const original = await scene();
    const hashes = await deathsAt(original, {});
    expect(hashes).toEqual(new Set([original.from, original.to]));
  });

  test("SES-22 PKG-6: the power goes at any call: afterwards all is restored, or nothing", async () => {
    const original = await scene();
    const hashes = await deathsAt(original, { powerCut: true });
    expect(hashes).toEqual(new Set([original.from, original.to]));
  });

  test("SES-22: without the journal the same loop finds half-restored trees", async () => {
    const original = await scene();
    const hashes = await deathsAt(original, { journal: NO_JOURNAL }).catch(() => null);
    // Either the tree or a temporary file gives it away.
    expect(hashes?.size ?? 3).toBeGreaterThan(2);
  });

  test.each([1, 2, 3])(
    "SES-22 PKG-6: any call fails once: it is restored or rolled back, as it says (part %d of 3)",
    async (part) => {
      const original = await scene();
      const calls = await callsOf(original);
      const kinds = new Set<string>();
      for (let at = part; at <= calls; at += 3) {
        const { result, hash } = await attempt(original, { fault: { at, type: "fail" } });
        kinds.add(result === "died" ? result : result.kind);
        if (result !== "died" && result.kind === "failed") expect(result.rolledBack).toBe(true);
        const finished = result !== "died" && result.kind === "restored";
        expect(hash).toBe(finished ? original.to : original.from);
      }
      expect(kinds).toContain("failed");
    },
  );

  test("SES-22 PKG-6: a disk that stays full: rolled back then or at the next start", async () => {
    const original = await scene();
    const calls = await callsOf(original, CHANGING_CALLS);
    for (let at = 1; at <= calls; at++) {
      const fault: TreeFault = {
        at,
        type: "fail_from_then_on",
        code: "ENOSPC",
        on: CHANGING_CALLS,
      };
      const { hash } = await attempt(original, { fault });
      expect([original.from, original.to]).toContain(hash);
    }
  });
});

describe("SES-22: recovery", () => {
  /** Dies in the middle of moving files. */
  async function cutOff(original: Scene): Promise<MemoryTree> {
    const disk = original.disk.copy();
    const calls = await callsOf(original, CHANGING_CALLS);
    const fault: TreeFault = { at: calls - 20, type: "crash", on: CHANGING_CALLS };
    const faulty = storeOn(faultTree(disk, fault), disk, { owner: owner("p1", []) });
    await undo(faulty, [original.turnId]).catch(() => null);
    return disk;
  }

  const owner = (id: string, alive: readonly string[]) => ({
    id,
    isAlive: (other: string) => alive.includes(other),
  });

  test("SES-22: what others changed after the crash is left alone and named", async () => {
    const disk = await cutOff(await scene());
    const work = hands(disk, WORKSPACE);
    await work.write("a.txt", "by the user after the crash");
    const [recovery] = await recoverRestore(storeOn(disk, disk));
    expect(recovery?.end).toMatchObject({
      kind: "finished",
      left: [{ path: "a.txt", reason: "changed" }],
    });
    expect(await work.read("a.txt")).toBe("by the user after the crash");
  });

  test("SES-22: what others change in the very moment is left alone and named", async () => {
    const { disk, turnId } = await scene();
    const busy: TreeDisk = {
      ...faultTree(disk),
      // Files of a folder come after folders that lie less deep.
      makeFolder: async (path, mode) => {
        if (path.endsWith("/gone")) disk.overwrite(`${WORKSPACE}/ro/in.txt`, "just now");
        await disk.makeFolder(path, mode);
      },
    };
    expect(await undo(storeOn(busy, disk), [turnId])).toMatchObject({
      kind: "restored",
      left: [{ path: "ro/in.txt", reason: "changed" }],
    });
    expect(await hands(disk, WORKSPACE).read("ro/in.txt")).toBe("just now");
  });

  test("SES-22: a restore that has ended is not taken up again after a power cut", async () => {
    const { disk: original, turnId } = await scene();
    const disk = original.copy();
    expect((await undo(storeOn(disk, disk), [turnId])).kind).toBe("restored");
    disk.crash();
    expect(await recoverRestore(storeOn(disk, disk))).toEqual([]);
  });

  test("SES-22: a copy that was lost meanwhile: it is rolled back instead", async () => {
    const original = await scene();
    const disk = original.disk.copy();
    // The first calls of that kind are those that take away; nothing is put back yet.
    const fault: TreeFault = { at: 2, type: "crash", on: ["removeFolder"] };
    await undo(storeOn(faultTree(disk, fault), disk), [original.turnId]).catch(() => null);
    expect(await treeHash(disk, WORKSPACE)).not.toBe(original.from);
    const lost = sha256("two");
    await hands(disk, HOME).remove(`objects/${lost.slice(0, 2)}/${lost.slice(2)}`);
    const [recovery] = await recoverRestore(storeOn(disk, disk));
    expect(recovery?.end.kind).toBe("rolled_back");
    expect(await treeHash(disk, WORKSPACE)).toBe(original.from);
  });

  test("SES-22: a restore that a living process runs is left to it", async () => {
    const original = await scene();
    const disk = await cutOff(original);
    const other = storeOn(disk, disk, { owner: owner("p2", ["p1"]) });
    expect(await recoverRestore(other)).toEqual([]);
    const later = storeOn(disk, disk, { owner: owner("p3", []) });
    expect(await recoverRestore(later)).toHaveLength(1);
    expect(await treeHash(disk, WORKSPACE)).toBe(original.to);
    expect(await recoverRestore(later)).toEqual([]);
  });

  test("SES-22: a restore in a folder that is not there waits until it is", async () => {
    const original = await scene();
    const disk = await cutOff(original);
    await disk.rename(WORKSPACE, "/unmounted");
    expect(await recoverRestore(storeOn(disk, disk))).toEqual([]);
    await disk.rename("/unmounted", WORKSPACE);
    expect(await recoverRestore(storeOn(disk, disk))).toHaveLength(1);
    expect(await treeHash(disk, WORKSPACE)).toBe(original.to);
  });

  test("SES-22: a journal whose record is lost is reported, not guessed at", async () => {
    const disk = await cutOff(await scene());
    const inStore = hands(disk, HOME);
    const before = await treeHash(disk, WORKSPACE);
    const store = storeOn(disk, disk);
    const [entry] = await store.journal.list();
    await inStore.remove(`records/${entry?.recordId}.json`);
    const [recovery] = await recoverRestore(store);
    expect(recovery?.end.kind).toBe("stuck");
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
  });
});
