import { describe, expect, test } from "bun:test";
import { restore } from "./restore.ts";
import { faultTree } from "./testing/fault-tree.ts";
import { planOf, turn, undo } from "./testing/undo.ts";
import { storeOn, workbench } from "./testing/workbench.ts";
import type { TreeDisk } from "./tree-disk.ts";

const FILES = { "a.txt": "one", "src/b.ts": "two", "keep.txt": "three" };

describe("SES-21: a restore is proven by reading everything again", () => {
  test("SES-21: the hash of all paths of the turns is the recorded one", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, async () => {
      await work.write("a.txt", "x");
      await work.remove("src");
      await work.write("new/c.txt", "y");
    });
    const result = await undo(store, [id]);
    if (result.kind !== "restored") throw new Error(result.kind);
    const { holds, paths, expected, found, differing } = result.proof;
    expect({ holds, paths, differing }).toEqual({ holds: true, paths: 5, differing: [] });
    expect(found).toBe(expected);
  });

  test("SES-21: what is already as it was is proven too", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, async () => {
      await work.write("a.txt", "x");
      await work.write("keep.txt", "x");
    });
    await work.write("keep.txt", "three");
    const result = await undo(store, [id]);
    expect(result).toMatchObject({ kind: "restored", paths: ["a.txt"], proof: { paths: 2 } });
  });

  test("SES-21: a restore that skips one path is caught by the hash", async () => {
    const { disk, store, hands: work } = await workbench(FILES);
    const id = await turn(store, async () => {
      await work.write("a.txt", "x");
      await work.write("src/b.ts", "y");
    });
    const skipping: TreeDisk = {
      ...faultTree(disk),
      rename: async (from, to) => {
        if (to.endsWith("b.ts")) await disk.unlink(from);
        else await disk.rename(from, to);
      },
    };
    const result = await undo(storeOn(skipping, disk), [id]);
    expect(result).toMatchObject({
      kind: "restored",
      proof: { holds: false, differing: ["src/b.ts"] },
    });
    expect(await work.read("src/b.ts")).toBe("y");
  });
});

describe("SES-21: a restore and the log", () => {
  test("SES-21: it is told before the first file moves, and nothing moves if that fails", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, () => work.write("a.txt", "x"));
    const plan = await planOf(store, [id]);
    const seen: string[] = [];
    const failing = restore(store, plan, {
      begun: async () => {
        seen.push(await work.read("a.txt"));
        throw new Error("the log is full");
      },
    });
    expect(await failing).toMatchObject({ kind: "failed", rolledBack: true });
    expect([seen, await work.read("a.txt")]).toEqual([["x"], "x"]);
    expect(await store.journal.list()).toEqual([]);
    const result = await restore(store, plan, { begun: async (name) => void seen.push(name) });
    expect(result).toMatchObject({ kind: "restored", snapshotId: seen[1] });
  });

  test("SES-22: the record of a rewind that was rolled back says that nothing happened", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, () => work.write("a.txt", "x"));
    let rewind = "";
    await restore(store, await planOf(store, [id]), {
      begun: async (name) => {
        rewind = name;
        throw new Error("no");
      },
    });
    expect(await store.readRecord(rewind)).toMatchObject({ record: { touched: [], restores: [] } });
    // Were it taken for real, the file would count as changed by somebody else.
    expect((await planOf(store, [id, rewind])).conflicts).toEqual([]);
  });
});
