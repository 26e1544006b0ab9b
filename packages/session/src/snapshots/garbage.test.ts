import { describe, expect, test } from "bun:test";
import { sha256 } from "./private-files.ts";
import { collectGarbage } from "./garbage.ts";
import { keepTree, takeSnapshot, treeHash } from "./snapshot.ts";
import { faultTree } from "./testing/fault-tree.ts";
import { planOf, turn, undone } from "./testing/undo.ts";
import { HOME, hands, storeOn, workbench, WORKSPACE } from "./testing/workbench.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOBODY: ReadonlySet<string> = new Set();

describe("SES-22: retention", () => {
  test("SES-22: snapshots go after 30 days, but not those that sessions refer to", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1" });
    const old = await turn(store, () => work.write("a.txt", "2"));
    const live = await turn(store, () => work.write("a.txt", "3"));
    disk.pass(29 * DAY);
    const recent = await turn(store, () => work.write("a.txt", "4"));
    disk.pass(2 * DAY);
    const report = await collectGarbage(store, new Set([live]));
    expect(report).toMatchObject({ records: 1, overLimit: false, unknownRecords: [] });
    expect([...(await store.recordIds())].sort()).toEqual([live, recent].sort());
    expect((await store.readRecord(old)).kind).toBe("missing");
    await undone(store, [live, recent]);
    expect(await work.read("a.txt")).toBe("2");
  });

  test("SES-22: above the limit the oldest go first, and their copies with them", async () => {
    const { disk, store: roomy, hands: work } = await workbench({ "a.txt": "" });
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) {
      const scope = { type: "paths", paths: ["a.txt"] } as const;
      ids.push(await turn(roomy, () => work.write("a.txt", `${count}`.repeat(2000)), scope));
      disk.pass(DAY);
    }
    const store = storeOn(disk, disk, { limits: { storeBytes: 6000 } });
    const report = await collectGarbage(store, NOBODY);
    expect([...(await store.recordIds())].sort()).toEqual(ids.slice(-3).sort());
    expect(report.usedBytes).toBeLessThanOrEqual(6000);
    expect(report).toMatchObject({ records: 3, objects: 3 });
    expect((await planOf(store, ids.slice(-3))).obstacles).toEqual([]);
    const kept = await collectGarbage(store, new Set(ids));
    expect(kept).toMatchObject({ records: 0, objects: 0, overLimit: false });
  });

  test("SES-22: a full store keeps what it has, and says what it could not take", async () => {
    const { store, hands: work } = await workbench(
      { "a.txt": "x".repeat(90), "b.txt": "y".repeat(60) },
      { limits: { storeBytes: 100 } },
    );
    const id = await turn(store, async () => {
      await work.write("a.txt", "1");
      await work.write("b.txt", "2");
    });
    const plan = await planOf(store, [id]);
    expect(plan.obstacles).toEqual([{ path: "a.txt", reason: "not_kept" }]);
    expect(plan.steps.map(({ path }) => path)).toEqual(["b.txt"]);
  });

  test("SES-22: of a turn that has ended only what it changed is kept, of the last all", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1", "b.txt": "other" });
    const first = await turn(store, () => work.write("a.txt", "2"));
    await work.write("b.txt", "by the user");
    disk.pass(DAY);
    const second = await turn(store, () => work.write("a.txt", "3"));
    disk.pass(DAY);
    await collectGarbage(store, NOBODY);
    expect(await store.objects.has(sha256("other"), 5)).toBe(false);
    expect(await store.objects.has(sha256("by the user"), 11)).toBe(true);
    await undone(store, [first, second]);
    expect(await work.read("a.txt")).toBe("1");
  });

  test("SES-22: after a sweep the next snapshot copies nothing again", async () => {
    const { disk, store } = await workbench({ "a.txt": "1", "d/b.txt": "2" });
    await takeSnapshot(store, WORKSPACE);
    disk.pass(DAY);
    await collectGarbage(store, NOBODY);
    const counted = faultTree(disk);
    await takeSnapshot(storeOn(counted, disk), WORKSPACE);
    const again = faultTree(disk);
    const next = storeOn(again, disk);
    await takeSnapshot(next, WORKSPACE);
    // Its own record and how full the store is; no copy and no tree.
    expect(again.calls.filter((name) => name === "createFile").length).toBeLessThanOrEqual(2);
  });

  test("SES-22: a sweep in the middle of a snapshot takes nothing from it", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1", "d/b.txt": "2" });
    const gone = await takeSnapshot(store, WORKSPACE);
    disk.pass(DAY);
    await store.removeRecord(gone.id);
    const before = await treeHash(disk, WORKSPACE);
    let commits = 0;
    const base = { id: "late", workspace: WORKSPACE, createdAt: disk.now() };
    await keepTree(store, WORKSPACE, async (tree) => {
      // Another process sweeps before this snapshot can be seen.
      if (++commits === 1) await collectGarbage(storeOn(disk, disk), NOBODY);
      await store.writeRecord({ ...base, cause: "turn", pending: true, tree, touched: [] });
    });
    expect(commits).toBe(2);
    await work.remove("d");
    await work.write("a.txt", "x");
    await undone(store, ["late"]);
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
  });

  test("SES-22: a restore that was cut off keeps what it needs", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1" });
    const id = await turn(store, () => work.write("a.txt", "2"));
    await store.journal.begin({ recordId: id, token: "t", owner: "" });
    disk.pass(60 * DAY);
    expect(await collectGarbage(store, NOBODY)).toMatchObject({ records: 0 });
    expect((await planOf(store, [id])).steps).toHaveLength(1);
  });

  test("PKG-6 SES-22: a clock that jumps forgets nothing that is in use", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1" });
    disk.pass(1000 * DAY);
    const id = await turn(store, () => work.write("a.txt", "2"));
    disk.pass(-900 * DAY);
    await collectGarbage(store, NOBODY);
    const later = await turn(store, () => work.write("a.txt", "3"));
    disk.pass(5000 * DAY);
    await collectGarbage(store, new Set([id, later]));
    await undone(store, [id, later]);
    expect(await work.read("a.txt")).toBe("1");
  });

  test("SES-22: leftovers of dead processes go; records of a later version stop the sweep", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1" });
    await turn(store, () => work.write("a.txt", "2"));
    const inStore = hands(disk, HOME);
    await inStore.write("records/.tmp-dead", "half");
    const body = JSON.stringify({ v: 2, id: "future" });
    await inStore.write("records/future.json", `{"sha256":"${sha256(body)}","body":${body}}`);
    disk.pass(60 * DAY);
    const report = await collectGarbage(store, NOBODY);
    expect(report).toMatchObject({ unknownRecords: ["future"], objects: 0, records: 1 });
    expect(await inStore.exists("records/.tmp-dead")).toBe(false);
    expect(await inStore.exists("records/future.json")).toBe(true);
  });
});
