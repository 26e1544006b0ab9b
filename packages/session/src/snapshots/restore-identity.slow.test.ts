import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { nodeTreeDisk } from "./node-tree-disk.ts";
import { planRestore } from "./restore-plan.ts";
import { restore } from "./restore.ts";
import { treeHash } from "./snapshot.ts";
import { openSnapshots, type SnapshotStore } from "./store.ts";
import { mutate, mutations } from "./testing/mutations.ts";
import { hands, workbench, WORKSPACE, type Hands } from "./testing/workbench.ts";
import { startTurn } from "./turn.ts";

type Bench = {
  readonly store: SnapshotStore;
  readonly work: Hands;
  readonly root: string;
  readonly hash: () => Promise<string>;
  /** Of a folder beside the workspace, into which links of it may lead. */
  readonly outside: () => Promise<string>;
};

/** Runs turns, then takes back the last `count` of them: the tree must be as it was before those. */
async function roundTrip(
  { store, work, root, hash, outside }: Bench,
  turns: readonly Parameters<typeof mutate>[1][],
  count: number,
): Promise<void> {
  const hashes: string[] = [];
  const ids: string[] = [];
  for (const list of turns) {
    hashes.push(await hash());
    const recorder = await startTurn(store, root);
    await recorder.before({ type: "tree" });
    await mutate(work, list);
    await recorder.after();
    ids.push(recorder.record.id);
  }
  const [last, beside] = [await hash(), await outside()];
  const from = Math.max(0, turns.length - count);
  const rewind = await takeBack(store, root, ids.slice(from));
  expect(await hash()).toBe(hashes[from] ?? last);
  await takeBack(store, root, [rewind]);
  expect([await hash(), await outside()]).toEqual([last, beside]);
}

/** Nobody else was there: there is nothing to confirm. */
async function takeBack(
  store: SnapshotStore,
  workspace: string,
  snapshotIds: readonly string[],
): Promise<string> {
  const planned = await planRestore(store, { workspace, snapshotIds });
  if (planned.kind !== "plan") throw new Error(planned.message);
  const result = await restore(store, planned.plan);
  if (result.kind !== "restored") throw new Error(JSON.stringify(result));
  expect(result.left).toEqual([]);
  return result.snapshotId;
}

const turns = fc.array(mutations, { minLength: 1, maxLength: 3 });

test("PKG-5 SES-22: whatever turns did to a tree, a restore gives back the same tree", async () => {
  await fc.assert(
    fc.asyncProperty(
      mutations,
      turns,
      fc.integer({ min: 1, max: 3 }),
      async (first, list, count) => {
        const { disk, store, hands: work } = await workbench();
        await disk.makeFolder("/outside", 0o755);
        await mutate(work, first);
        const hash = (): Promise<string> => treeHash(disk, WORKSPACE);
        const outside = (): Promise<string> => treeHash(disk, "/outside");
        await roundTrip({ store, work, root: WORKSPACE, hash, outside }, list, count);
      },
    ),
    { numRuns: 120 },
  );
});

test("PKG-5 SES-22: the same on a real disk, by a hash that is not ours", async () => {
  const disk = nodeTreeDisk();
  await fc.assert(
    fc.asyncProperty(mutations, mutations, async (first, list) => {
      await using folder = await tempWorkspace();
      await using home = await tempWorkspace();
      let count = 0;
      const store = openSnapshots({
        ports: { disk, clock: { now: () => Date.now() }, ids: () => `id${++count}` },
        home: home.path("snapshots"),
      });
      const { root } = folder;
      const work = hands(disk, root);
      await mutate(work, first);
      const hash = (): Promise<string> => folder.treeHash();
      await roundTrip({ store, work, root, hash, outside: async () => "" }, [list], 1);
    }),
    { numRuns: 6 },
  );
});

const event = fc.oneof(
  { weight: 2, arbitrary: mutations.map((list) => ({ type: "turn", list }) as const) },
  { weight: 1, arbitrary: fc.nat({ max: 5 }).map((to) => ({ type: "back", to }) as const) },
);

test("PKG-5 SES-21: after any turns and rewinds, every earlier moment can be gone back to", async () => {
  await fc.assert(
    fc.asyncProperty(mutations, fc.array(event, { maxLength: 6 }), async (first, events) => {
      const { disk, store, hands: work } = await workbench();
      await disk.makeFolder("/outside", 0o755);
      await mutate(work, first);
      const hash = (): Promise<string> => treeHash(disk, WORKSPACE);
      const moments: { readonly hash: string; readonly snapshots: number }[] = [];
      const ids: string[] = [];
      for (const one of events) {
        moments.push({ hash: await hash(), snapshots: ids.length });
        if (one.type === "turn") {
          const recorder = await startTurn(store, WORKSPACE);
          await recorder.before({ type: "tree" });
          await mutate(work, one.list);
          await recorder.after();
          ids.push(recorder.record.id);
          continue;
        }
        const moment = moments[Math.min(one.to, moments.length - 1)];
        if (moment === undefined) continue;
        // Everything since, rewinds as well, and nobody else was there.
        ids.push(await takeBack(store, WORKSPACE, ids.slice(moment.snapshots)));
        expect(await hash()).toBe(moment.hash);
      }
    }),
    { numRuns: 80 },
  );
});
