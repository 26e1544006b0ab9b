import { describe, expect, test } from "bun:test";
import { sha256 } from "./private-files.ts";
import { planRestore } from "./restore-plan.ts";
import { restore } from "./restore.ts";
import { treeHash } from "./snapshot.ts";
import { planOf, turn, undone } from "./testing/undo.ts";
import { storeOn, workbench, WORKSPACE } from "./testing/workbench.ts";
import { startTurn, type CallScope } from "./turn.ts";

const paths = (...list: readonly string[]): CallScope => ({ type: "paths", paths: list });
const TREE: CallScope = { type: "tree" };

describe("EDIT-10: calls that name their paths", () => {
  test("EDIT-10: one before-image per path and turn; null = it did not exist, undo deletes", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "one" });
    const before = await treeHash(disk, WORKSPACE);
    const recorder = await startTurn(store, WORKSPACE);
    for (const content of ["two", "three"]) {
      await recorder.before(paths("a.txt", "new/deep/b.txt"));
      await work.write("a.txt", content);
      await work.write("new/deep/b.txt", content);
      await recorder.after();
    }
    expect(recorder.record.touched.map(({ path, before: first }) => [path, first?.kind])).toEqual([
      ["a.txt", "file"],
      ["new", undefined],
      ["new/deep", undefined],
      ["new/deep/b.txt", undefined],
    ]);
    await undone(store, [recorder.record.id]);
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
    expect(await work.exists("new")).toBe(false);
  });

  test("FS-8: the record is durable before the call runs", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "one" });
    const recorder = await startTurn(store, WORKSPACE);
    await recorder.before(paths("a.txt"));
    await work.write("a.txt", "two");
    // The process dies here.
    const plan = await planOf(storeOn(disk, disk), [recorder.record.id]);
    expect(plan.conflicts).toEqual([{ path: "a.txt", reason: "cut_off" }]);
    await restore(storeOn(disk, disk), plan, { confirmed: true });
    expect(await work.read("a.txt")).toBe("one");
  });

  test("FS-5: a deleted folder comes back whole, also what git would ignore", async () => {
    const {
      disk,
      store,
      hands: work,
    } = await workbench({
      "d/a.txt": "1",
      "d/build/b.js": "2",
      "d/e/c.txt": "3",
    });
    await work.mkdir("d/empty");
    const before = disk.copy();
    const id = await turn(store, () => work.remove("d"), paths("d"));
    await undone(store, [id]);
    for (const path of ["d/a.txt", "d/build/b.js", "d/e/c.txt"]) {
      expect(await work.exists(path)).toBe(true);
    }
    expect(await treeHash(disk, WORKSPACE)).toBe(await treeHash(before, WORKSPACE));
  });

  test("FS-8: a move is recorded at both ends", async () => {
    const { disk, store, hands: work } = await workbench({ "d/a.txt": "1", "d/b.txt": "2" });
    const before = await treeHash(disk, WORKSPACE);
    const id = await turn(store, () => work.move("d", "e"), paths("d", "e"));
    await undone(store, [id]);
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
  });

  test("SES-22: paths outside and a repository's own data are refused, and never recorded", async () => {
    const { store, hands: work } = await workbench({ ".git/config": "x", "a.txt": "1" });
    const recorder = await startTurn(store, WORKSPACE);
    const named = ["../x", "/etc/passwd", ".git/config", "a.txt", "sub/../../y"];
    const kept = await recorder.before(paths(...named));
    expect(kept.refused).toEqual(named.filter((path) => path !== "a.txt"));
    await work.write(".git/config", "y");
    await recorder.after();
    expect(recorder.record.touched).toEqual([]);
  });

  test("FS-8: a path through a link of the workspace is recorded by its real name", async () => {
    const { disk, store, hands: work } = await workbench({ "real/a.txt": "1" });
    await disk.makeFolder("/etc", 0o755);
    await work.link("real", "alias");
    await work.link("/etc", "escape");
    const recorder = await startTurn(store, WORKSPACE);
    const kept = await recorder.before(paths("alias/a.txt", "escape/hosts"));
    expect(kept.refused).toEqual(["escape/hosts"]);
    await work.write("real/a.txt", "2");
    await recorder.after();
    expect(recorder.record.touched.map(({ path }) => path)).toEqual(["real/a.txt"]);
  });

  test("SES-20: what is too large to be kept is said before it is changed", async () => {
    const { store } = await workbench({ "big.bin": "x".repeat(99) }, { limits: { fileBytes: 9 } });
    const recorder = await startTurn(store, WORKSPACE);
    for (const scope of [paths("big.bin"), TREE]) {
      expect((await recorder.before(scope)).notKept).toEqual([
        { path: "big.bin", reason: "too_large" },
      ]);
    }
  });
});

describe("SES-20: calls that may change anything", () => {
  test("SES-20: side effects are found by comparing before and after", async () => {
    const { store, hands: work } = await workbench({ "a.txt": "one", "b.txt": "two", "c.sh": "x" });
    const recorder = await startTurn(store, WORKSPACE);
    await recorder.before(TREE);
    await work.write("a.txt", "changed");
    await work.move("b.txt", "moved.txt");
    await work.chmod("c.sh", 0o755);
    await work.write("node_modules/x.js", "ignored");
    const changes = await recorder.after();
    expect(
      changes.map((change) => [change.type, change.path, "from" in change ? change.from : null]),
    ).toEqual([
      ["modified", "a.txt", null],
      ["mode", "c.sh", null],
      ["renamed", "moved.txt", "b.txt"],
    ]);
    expect(recorder.record.touched.map(({ path }) => path)).toEqual(
      "a.txt b.txt c.sh moved.txt".split(" "),
    );
  });

  test("SES-20: what is back as it was is not touched", async () => {
    const { store, hands: work } = await workbench({ "a.txt": "one" });
    const recorder = await startTurn(store, WORKSPACE);
    for (const content of ["two", "one"]) {
      await recorder.before(TREE);
      await work.write("a.txt", content);
      await recorder.after();
    }
    expect(recorder.record.touched).toEqual([]);
  });

  test("SES-21: what others do between two calls is not the turn's, or is marked as mixed", async () => {
    const { store, hands: work } = await workbench({ "a.txt": "1", "b.txt": "1", "c.txt": "1" });
    const recorder = await startTurn(store, WORKSPACE);
    await recorder.before(TREE);
    await work.write("a.txt", "turn");
    await recorder.after();
    await work.write("a.txt", "user");
    await work.write("b.txt", "user");
    await recorder.before(TREE);
    await work.write("a.txt", "turn again");
    await work.write("c.txt", "turn");
    await recorder.after();
    expect(recorder.record.touched.map(({ path }) => path)).toEqual(["a.txt", "c.txt"]);
    expect((await planOf(store, [recorder.record.id])).conflicts).toEqual([
      { path: "a.txt", reason: "mixed" },
    ]);
  });

  test("SES-20: a turn that dies in a command can still be taken back, after a confirmation", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "1", "d/b.txt": "2" });
    const before = await treeHash(disk, WORKSPACE);
    const recorder = await startTurn(store, WORKSPACE);
    await recorder.before(TREE);
    await work.remove("d");
    await work.write("new.txt", "x");
    const later = storeOn(disk, disk);
    const plan = await planOf(later, [recorder.record.id]);
    expect(plan.conflicts.map(({ reason }) => reason)).toEqual(["cut_off", "cut_off", "cut_off"]);
    await restore(later, plan, { confirmed: true });
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
  });

  test("SES-22: a .gitignore that changes meanwhile makes no file appear or vanish", async () => {
    const { store, hands: work } = await workbench({ ".gitignore": "data/\n", "data/x": "mine" });
    await work.write("logs/y", "mine");
    const id = await turn(store, () => work.write(".gitignore", "logs/\n"));
    const plan = await planOf(store, [id]);
    expect(plan.steps.map(({ path }) => path)).toEqual([".gitignore"]);
  });

  test("SES-22: what a scan could not see is not taken for deleted or new", async () => {
    const { store, hands: work } = await workbench({ "d/a.txt": "1", "e/b.txt": "2" });
    await work.chmod("e", 0o000);
    const id = await turn(store, async () => {
      await work.chmod("d", 0o000);
      await work.chmod("e", 0o755);
    });
    const plan = await planOf(store, [id]);
    expect(plan.steps.map(({ path }) => path)).toEqual(["d", "e"]);
    expect(await restore(store, plan)).toMatchObject({ kind: "restored" });
    expect(await work.read("d/a.txt")).toBe("1");
  });

  test("SES-20: a store inside the workspace does not copy itself", async () => {
    const { disk, hands: work } = await workbench({ "a.txt": "1" });
    const inside = storeOn(disk, disk, { own: [`${WORKSPACE}/.squire-home`] });
    await work.write(".squire-home/credentials.db", "secret");
    await turn(inside, () => work.write("a.txt", "2"));
    const hash = sha256("secret");
    expect(await inside.objects.has(hash, 6)).toBe(false);
  });

  test("SES-20: a cancelled scan says so and leaves nothing running", async () => {
    const { store } = await workbench({ "a.txt": "1" });
    const recorder = await startTurn(store, WORKSPACE);
    const cancelled = AbortSignal.abort(new Error("stop"));
    expect(recorder.before(TREE, cancelled)).rejects.toThrow("stop");
    expect(await recorder.after()).toEqual([]);
    const planned = await planRestore(store, {
      workspace: WORKSPACE,
      snapshotIds: [recorder.record.id],
    });
    expect(planned.kind).toBe("refused");
  });
});
