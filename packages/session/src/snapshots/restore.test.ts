import { describe, expect, test } from "bun:test";
import { planRestore } from "./restore-plan.ts";
import { restore } from "./restore.ts";
import { treeHash } from "./snapshot.ts";
import { planOf, turn, undo, undone } from "./testing/undo.ts";
import { HOME, hands, workbench, WORKSPACE } from "./testing/workbench.ts";

const FILES = { "a.txt": "one", "src/b.ts": "two", "src/deep/c.ts": "three", "keep/d.txt": "four" };

describe("SES-21: restore", () => {
  test("SES-21: what a command added, changed, deleted, renamed and chmodded is taken back", async () => {
    const { disk, store, hands: work } = await workbench(FILES);
    await work.link("a.txt", "link");
    const before = await treeHash(disk, WORKSPACE);
    const id = await turn(store, async () => {
      await work.write("a.txt", "changed");
      await work.remove("src/deep");
      await work.write("new/folder/e.txt", "new");
      await work.move("src/b.ts", "src/renamed.ts");
      await work.chmod("keep/d.txt", 0o600);
      await work.chmod("keep", 0o700);
      await work.remove("link");
      await work.link("/etc/passwd", "link");
    });
    expect(await treeHash(disk, WORKSPACE)).not.toBe(before);
    const result = await undo(store, [id]);
    expect(result).toMatchObject({ kind: "restored", left: [] });
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
    expect(await work.exists("new")).toBe(false);
  });

  test("SES-21: a restore can be undone, and that again", async () => {
    const { disk, store, hands: work } = await workbench(FILES);
    const before = await treeHash(disk, WORKSPACE);
    const id = await turn(store, async () => {
      await work.remove("src");
      await work.write("src", "a file where a folder was");
      await work.write("keep/d.txt", "x");
    });
    const after = await treeHash(disk, WORKSPACE);
    const rewind = await undone(store, [id]);
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
    const redo = await undone(store, [rewind]);
    expect(await treeHash(disk, WORKSPACE)).toBe(after);
    await undone(store, [redo]);
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
  });

  test("SES-21: several turns go back to the first before-image of each path", async () => {
    const { store, hands: work } = await workbench(FILES);
    const ids = [
      await turn(store, () => work.write("a.txt", "1")),
      await turn(store, () => work.write("src/b.ts", "2")),
      await turn(store, () => work.write("a.txt", "3")),
    ];
    await undone(store, ids.slice(1));
    expect([await work.read("a.txt"), await work.read("src/b.ts")]).toEqual(["1", "two"]);
  });

  test("SES-21: files that others changed since are listed and need a confirmation", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, async () => {
      await work.write("a.txt", "by the turn");
      await work.write("src/b.ts", "by the turn");
    });
    await work.write("a.txt", "by the user");
    const plan = await planOf(store, [id]);
    expect(plan.conflicts).toEqual([{ path: "a.txt", reason: "changed" }]);
    const refused = await restore(store, plan);
    expect(refused).toEqual({
      kind: "needs_confirmation",
      conflicts: [{ path: "a.txt", reason: "changed" }],
      obstacles: [],
    });
    expect(await work.read("src/b.ts")).toBe("by the turn");
    const result = await restore(store, plan, { confirmed: true });
    expect(await work.read("a.txt")).toBe("one");
    expect(result.kind).toBe("restored");
    if (result.kind === "restored") await undone(store, [result.snapshotId]);
    expect(await work.read("a.txt")).toBe("by the user");
  });

  test("SES-21: changes of others can be left as they are, and the rest restored", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, async () => {
      await work.write("a.txt", "by the turn");
      await work.write("src/b.ts", "by the turn");
    });
    await work.write("a.txt", "by the user");
    const plan = await planOf(store, [id], { leave: ["a.txt"] });
    expect(plan.obstacles).toEqual([{ path: "a.txt", reason: "left" }]);
    await restore(store, plan, { confirmed: true });
    expect([await work.read("a.txt"), await work.read("src/b.ts")]).toEqual(["by the user", "two"]);
  });

  test("SES-21: a plan that is out of date is not carried out", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, () => work.write("a.txt", "by the turn"));
    const plan = await planOf(store, [id]);
    await work.write("a.txt", "by the user, just now");
    expect(await restore(store, plan, { confirmed: true })).toEqual({
      kind: "stale",
      paths: ["a.txt"],
    });
    expect(await work.read("a.txt")).toBe("by the user, just now");
  });

  test("EDIT-10: a single path can be taken back", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, async () => {
      await work.write("a.txt", "x");
      await work.write("src/b.ts", "y");
    });
    const plan = await planOf(store, [id], { only: ["src"] });
    expect((await restore(store, plan)).kind).toBe("restored");
    expect([await work.read("a.txt"), await work.read("src/b.ts")]).toEqual(["x", "two"]);
  });
});

describe("SES-22: only what the turns touched", () => {
  test("SES-22: other files, and what others put into new folders, stay", async () => {
    const { store, hands: work } = await workbench(FILES);
    const id = await turn(store, () => work.write("made/by-turn.txt", "x"));
    await work.write("made/by-user.txt", "mine");
    await work.write("a.txt", "mine");
    const result = await undo(store, [id]);
    expect(result).toMatchObject({
      kind: "restored",
      left: [{ path: "made", reason: "not_empty" }],
    });
    expect(await work.exists("made/by-turn.txt")).toBe(false);
    // What it left alone it has not changed: going over it again is no conflict.
    const rewind = result.kind === "restored" ? result.snapshotId : "";
    expect((await planOf(store, [id, rewind])).conflicts).toEqual([]);
    expect(await work.read("made/by-user.txt")).toBe("mine");
    expect(await work.read("a.txt")).toBe("mine");
  });

  test("SES-22: a folder with other things in it is not replaced by the file it once was", async () => {
    const { store, hands: work } = await workbench({ thing: "a file" });
    const id = await turn(store, async () => {
      await work.remove("thing");
      await work.mkdir("thing");
    });
    await work.write("thing/node_modules/x", "precious");
    const plan = await planOf(store, [id]);
    expect(plan.obstacles).toEqual([{ path: "thing", reason: "not_empty" }]);
    await restore(store, plan, { confirmed: true });
    expect(await work.read("thing/node_modules/x")).toBe("precious");
  });

  test("SES-22: a folder that a later file of others needs is not taken away", async () => {
    const { store, hands: work } = await workbench();
    const first = await turn(store, () => work.mkdir("d"));
    await work.write("d/user.txt", "mine");
    const second = await turn(store, () => work.write("d/user.txt", "overwritten"));
    await undone(store, [first, second]);
    expect(await work.read("d/user.txt")).toBe("mine");
  });

  test("SES-22: a missing folder on the way is made, and gone again after an undo", async () => {
    const { store, hands: work } = await workbench({ "d/e/a.txt": "one" });
    const id = await turn(store, () => work.remove("d/e/a.txt"), {
      type: "paths",
      paths: ["d/e/a.txt"],
    });
    await work.remove("d");
    const rewind = await undone(store, [id]);
    expect(await work.read("d/e/a.txt")).toBe("one");
    await undone(store, [rewind]);
    expect(await work.exists("d")).toBe(false);
  });

  test("SES-22: a file in a folder that is read-only is restored, and the folder stays so", async () => {
    const { disk, store, hands: work } = await workbench({ "ro/a.txt": "one" });
    await work.chmod("ro", 0o555);
    const before = await treeHash(disk, WORKSPACE);
    const id = await turn(store, async () => disk.overwrite(`${WORKSPACE}/ro/a.txt`, "two"));
    const rewind = await undone(store, [id]);
    expect(await treeHash(disk, WORKSPACE)).toBe(before);
    await undone(store, [rewind]);
    expect(await work.read("ro/a.txt")).toBe("two");
  });

  test("S22: nothing is written through a link that took the place of a folder", async () => {
    const { disk, store, hands: work } = await workbench({ "d/a.txt": "one" });
    const outside = hands(disk, "/outside");
    await disk.makeFolder("/outside", 0o755);
    await outside.write("a.txt", "not ours");
    const id = await turn(store, () => work.write("d/a.txt", "two"));
    await work.move("d", "elsewhere");
    await work.link("/outside", "d");
    const plan = await planOf(store, [id]);
    expect(plan.obstacles).toEqual([{ path: "d/a.txt", reason: "no_folder" }]);
    await restore(store, plan, { confirmed: true });
    expect(await outside.read("a.txt")).toBe("not ours");
  });
});

describe("SES-22: a snapshot is hashed again before use", () => {
  test("SES-22: a missing or damaged copy refuses the whole restore", async () => {
    for (const damage of ["gone", "other bytes"]) {
      const { disk, store, hands: work } = await workbench(FILES);
      const id = await turn(store, async () => {
        await work.write("a.txt", "1");
        await work.write("src/b.ts", "2");
      });
      const record = await store.readRecord(id);
      const before = record.kind === "found" ? record.record.touched[0]?.before : null;
      const hash = before?.kind === "file" ? before.sha256 : "";
      const place = `objects/${hash.slice(0, 2)}/${hash.slice(2)}`;
      const inStore = hands(disk, HOME);
      await (damage === "gone" ? inStore.remove(place) : inStore.write(place, "two"));
      const planned = await planRestore(store, { workspace: WORKSPACE, snapshotIds: [id] });
      expect(planned).toMatchObject({ kind: "refused", code: "incomplete", paths: ["a.txt"] });
      expect([await work.read("a.txt"), await work.read("src/b.ts")]).toEqual(["1", "2"]);
    }
  });

  test("SES-22: a record that is damaged, missing or of another workspace is refused", async () => {
    const { disk, store, hands: work } = await workbench(FILES);
    const id = await turn(store, () => work.write("a.txt", "1"));
    await disk.makeFolder("/other", 0o755);
    const code = async (workspace: string, snapshotId: string): Promise<string> => {
      const planned = await planRestore(store, { workspace, snapshotIds: [snapshotId] });
      return planned.kind === "refused" ? planned.code : planned.kind;
    };
    expect(await code("/other", id)).toBe("other_workspace");
    expect(await code(WORKSPACE, "nope")).toBe("not_found");
    expect(await code(WORKSPACE, "../../etc/passwd")).toBe("not_found");
    const inStore = hands(disk, HOME);
    const text = await inStore.read(`records/${id}.json`);
    await inStore.write(`records/${id}.json`, text.replace("a.txt", "b.txt"));
    expect(await code(WORKSPACE, id)).toBe("damaged");
  });

  test("SES-22: what could not be kept is said, and never overwritten", async () => {
    const { store, hands: work } = await workbench(
      { "small.txt": "x", "big.bin": "x".repeat(100) },
      { limits: { fileBytes: 10 } },
    );
    const id = await turn(store, async () => {
      await work.write("big.bin", "y".repeat(100));
      await work.write("small.txt", "z".repeat(100));
    });
    const plan = await planOf(store, [id]);
    expect(plan.obstacles).toEqual([
      { path: "big.bin", reason: "not_kept" },
      { path: "small.txt", reason: "cannot_keep" },
    ]);
    expect((await restore(store, plan)).kind).toBe("needs_confirmation");
    await restore(store, plan, { confirmed: true });
    expect(await work.read("small.txt")).toBe("z".repeat(100));
  });
});
