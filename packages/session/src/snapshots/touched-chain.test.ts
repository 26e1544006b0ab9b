import { describe, expect, test } from "bun:test";
import { planRestore } from "./restore-plan.ts";
import { restore } from "./restore.ts";
import { planOf, turn, undone } from "./testing/undo.ts";
import { storeOn, workbench, WORKSPACE } from "./testing/workbench.ts";
import { startTurn } from "./turn.ts";

const FILES = { "a.txt": "one", "b.txt": "two" };

describe("SES-21: several turns and rewinds together", () => {
  test("SES-21: what others changed between two turns is listed, though the last turn covered it", async () => {
    const { store, hands: work } = await workbench(FILES);
    const first = await turn(store, () => work.write("a.txt", "by turn 1"));
    await work.write("a.txt", "by the user");
    const second = await turn(store, () => work.write("a.txt", "by turn 2"));
    expect((await planOf(store, [second])).conflicts).toEqual([]);
    const plan = await planOf(store, [first, second]);
    expect(plan.conflicts).toEqual([{ path: "a.txt", reason: "mixed" }]);
    expect((await restore(store, plan)).kind).toBe("needs_confirmation");
  });

  test("SES-21: turns that follow each other without others between have no conflict", async () => {
    const { store, hands: work } = await workbench(FILES);
    const ids = [
      await turn(store, () => work.write("a.txt", "1")),
      await turn(store, () => work.remove("a.txt")),
      await turn(store, () => work.write("a.txt", "3")),
    ];
    expect((await planOf(store, ids)).conflicts).toEqual([]);
  });

  test("SES-21: going back over a rewind ends where the first turn began", async () => {
    const { store, hands: work } = await workbench(FILES);
    const first = await turn(store, () => work.write("a.txt", "1"));
    const second = await turn(store, () => work.write("b.txt", "2"));
    const rewind = await undone(store, [second]);
    const third = await turn(store, () => work.write("b.txt", "3"));
    const plan = await planOf(store, [first, second, rewind, third]);
    expect(plan.conflicts).toEqual([]);
    await restore(store, plan);
    expect([await work.read("a.txt"), await work.read("b.txt")]).toEqual(["one", "two"]);
  });

  test("SES-21: a turn that was cut off makes no conflict of what a later turn did", async () => {
    const { disk, store, hands: work } = await workbench(FILES);
    const recorder = await startTurn(store, WORKSPACE);
    await recorder.before({ type: "tree" });
    await work.write("a.txt", "half");
    // The process dies here.
    const next = storeOn(disk, disk);
    const later = await turn(next, () => work.write("b.txt", "3"));
    const plan = await planOf(next, [recorder.record.id, later]);
    expect(plan.conflicts).toEqual([{ path: "a.txt", reason: "cut_off" }]);
    expect(plan.steps.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
  });
});

describe("SES-20: what a snapshot cannot hold is said", () => {
  test("SES-20: paths outside, and folders that nobody could look into", async () => {
    const { store, hands: work } = await workbench(
      { ...FILES, "many/1": "", "many/2": "", "many/3": "" },
      { limits: { entries: 5 } },
    );
    const recorder = await startTurn(store, WORKSPACE);
    await recorder.before({ type: "paths", paths: ["../beside.txt", "a.txt"] });
    await work.write("a.txt", "x");
    await recorder.after();
    const other = await turn(store, () => work.write("b.txt", "x"));
    expect((await planOf(store, [recorder.record.id, other])).uncovered).toEqual([
      { path: "/beside.txt", reason: "outside" },
      { path: "many", reason: "too_many" },
    ]);
  });

  test("SES-22: a workspace that is gone is said, not thrown", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, () => work.write("a.txt", "x"));
    const planned = await planRestore(store, { workspace: "/nowhere", snapshotIds: [id] });
    expect(planned).toMatchObject({ kind: "refused", code: "no_workspace" });
  });
});
