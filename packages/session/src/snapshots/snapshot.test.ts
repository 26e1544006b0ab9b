import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { sha256 } from "./private-files.ts";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { nodeTreeDisk } from "./node-tree-disk.ts";
import { planRestore } from "./restore-plan.ts";
import { restore } from "./restore.ts";
import { changesSince, diffSnapshots, takeSnapshot, treeHash } from "./snapshot.ts";
import { openSnapshots, type SnapshotStore } from "./store.ts";
import { mutate, mutations } from "./testing/mutations.ts";
import { HOME, hands, workbench, WORKSPACE } from "./testing/workbench.ts";
import { startTurn } from "./turn.ts";

const shown = (changes: readonly { readonly type: string; readonly path: string }[]): string[] =>
  changes.map(({ type, path }) => `${type} ${path}`);

describe("SES-20: snapshots of a whole workspace", () => {
  test("SES-20: what changed between two snapshots, and since one", async () => {
    const { store, hands: work } = await workbench({
      "a.txt": "one",
      "b.txt": "two",
      "d/c.txt": "three",
      "run.sh": "x",
      "same/x.txt": "y",
    });
    const before = await takeSnapshot(store, WORKSPACE);
    await work.write("a.txt", "changed");
    await work.remove("b.txt");
    await work.move("d/c.txt", "d/moved.txt");
    await work.chmod("run.sh", 0o755);
    await work.write("new/e.txt", "new");
    const expected = ["modified a.txt", "deleted b.txt", "added new", "mode run.sh"];
    const all = [...expected, "renamed d/moved.txt", "added new/e.txt"];
    expect(shown(await changesSince(store, WORKSPACE, before.tree))).toEqual(all);
    const after = await takeSnapshot(store, WORKSPACE);
    expect(shown(await diffSnapshots(store, before.tree, after.tree))).toEqual(all);
    expect(await changesSince(store, WORKSPACE, after.tree)).toEqual([]);
  });

  test("SES-20: the same tree is the same snapshot; differences are the same both ways", async () => {
    const other = { added: "deleted", deleted: "added" } as Record<string, string>;
    await fc.assert(
      fc.asyncProperty(mutations, mutations, async (first, second) => {
        const { disk, store, hands: work } = await workbench();
        await mutate(work, first);
        const hash = await treeHash(disk, WORKSPACE);
        const before = await takeSnapshot(store, WORKSPACE);
        await mutate(work, second);
        const after = await takeSnapshot(store, WORKSPACE);
        const forth = await diffSnapshots(store, before.tree, after.tree);
        const back = await diffSnapshots(store, after.tree, before.tree);
        expect(forth.length === 0).toBe((await treeHash(disk, WORKSPACE)) === hash);
        const plain = (list: typeof forth): typeof forth =>
          list.filter((one) => one.type !== "renamed");
        expect(shown(plain(back)).sort()).toEqual(
          plain(forth)
            .map(({ type, path }) => `${other[type] ?? type} ${path}`)
            .sort(),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("SES-22: unchanged folders are stored once, and a damaged list of names is refused", async () => {
    const { disk, store, hands: work } = await workbench({ "a/x.txt": "1", "b/y.txt": "2" });
    const before = await takeSnapshot(store, WORKSPACE);
    const count = (await store.objects.list()).length;
    await work.write("a/x.txt", "3");
    const after = await takeSnapshot(store, WORKSPACE);
    // The file, its folder, the workspace, and the entry of the workspace itself.
    expect((await store.objects.list()).length).toBe(count + 4);
    const { root } = after.tree;
    await hands(disk, HOME).write(`objects/${root.slice(0, 2)}/${root.slice(2)}`, "[]");
    expect(diffSnapshots(store, before.tree, after.tree)).rejects.toThrow("missing or damaged");
  });

  test("SES-22: a copy that a power cut left empty is written again", async () => {
    const { disk, store, hands: work } = await workbench({ "a.txt": "one" });
    await takeSnapshot(store, WORKSPACE);
    const hash = sha256("one");
    disk.overwrite(`${HOME}/objects/${hash.slice(0, 2)}/${hash.slice(2)}`, "");
    await work.write("b.txt", "one");
    await takeSnapshot(store, WORKSPACE);
    expect(await store.objects.get(hash)).toEqual(new TextEncoder().encode("one"));
  });
});

describe("SES-22: on a real disk", () => {
  function storeIn(home: string): SnapshotStore {
    let count = 0;
    const clock = { now: (): number => Date.now() };
    return openSnapshots({
      ports: { disk: nodeTreeDisk(), clock, ids: () => `r${++count}` },
      home,
    });
  }

  test("SES-22 S27: .git is never touched; all that is written is private, under any umask", async () => {
    await using repo = await tempWorkspace({ "a.txt": "1", "src/b.ts": "2" });
    await using git = await tempWorkspace({ HEAD: "ref: refs/heads/main\n", "objects/ab/c": "x" });
    await using home = await tempWorkspace();
    await mkdir(repo.path(".git"));
    await repo.write(".git/index", "index");
    await symlink(git.root, repo.path("worktree"));
    const [ours, theirs] = [await stat(repo.path(".git"), { bigint: true }), await git.treeHash()];
    const before = await repo.treeHash();
    const umask = process.umask(0);
    try {
      const store = storeIn(home.path("squire/snapshots"));
      const recorder = await startTurn(store, repo.root);
      await recorder.before({ type: "tree" });
      await repo.write("a.txt", "changed");
      await repo.write("src/new.ts", "new");
      await chmod(repo.path("src"), 0o700);
      await recorder.after();
      const planned = await planRestore(store, {
        workspace: repo.root,
        snapshotIds: [recorder.record.id],
      });
      if (planned.kind !== "plan") throw new Error(planned.message);
      expect((await restore(store, planned.plan)).kind).toBe("restored");
    } finally {
      process.umask(umask);
    }
    expect(await repo.treeHash()).toBe(before);
    const now = await stat(repo.path(".git"), { bigint: true });
    expect([now.mtimeNs, now.ctimeNs, await git.treeHash()]).toEqual([
      ours.mtimeNs,
      ours.ctimeNs,
      theirs,
    ]);
    for (const name of await home.list()) {
      const { mode } = await stat(home.path(name));
      expect([name, mode & 0o777]).toEqual([name, name.endsWith("/") ? 0o700 : 0o600]);
    }
    expect((await stat(home.path("squire/snapshots"))).mode & 0o777).toBe(0o700);
  });
});
