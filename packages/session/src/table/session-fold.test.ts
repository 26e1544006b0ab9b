import { expect, test } from "bun:test";
import type { LogEntry } from "../log/read.ts";
import { quickClock, testPorts } from "../testing/rig.ts";
import { replied, said } from "../testing/drafts.ts";
import { known, stamper } from "../testing/entries.ts";
import { logOf } from "../testing/history-loop.ts";
import { fileStore } from "../store.ts";
import { memoryDisk } from "@squire/testkit";
import { keptFacts } from "../tree/facts.ts";
import { memorySource } from "./entry-source.ts";
import { EntryTable } from "./entry-table.ts";
import { SessionFold } from "./session-fold.ts";

const newFold = (): SessionFold =>
  new SessionFold({ table: new EntryTable(), source: memorySource(), spacing: 3 });

/** What can be asked while the log grows, each of them alone: what one of them settles another may miss. */
const LOOKS: readonly ((fold: SessionFold, id: string) => unknown)[] = [
  ({ tree }) => [...tree.view()],
  ({ tree }) => [...tree.branch()],
  ({ tree }) => tree.leafId,
  ({ tree }) => tree.size,
  ({ tree }) => tree.keepsakes(),
  ({ tree }) => tree.state(),
  ({ tree }) => tree.path(),
  ({ tree }, id) => tree.get(id),
  ({ tree }, id) => tree.parentOf(id),
  ({ tree }, id) => tree.childrenOf(id),
  ({ tree }, id) => tree.isActive(id),
  ({ tree }, id) => tree.commonAncestor(id, tree.leafId ?? id),
  ({ tree }, id) => tree.branch(id),
  ({ tree }) => tree.viewBytes(),
  (fold) => keptFacts(fold.facts()),
  (fold) => fold.summary,
  (fold) => fold.table.size,
  (fold) => fold.marks.marks().map(([row, facts]) => [row, keptFacts(facts)]),
];

test("SES-2 (part): an entry that gets its row late is seen as one that got it at once", () => {
  let late = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const [early, growing] = [newFold(), newFold()];
    const seen = new Set<string>();
    const entries: readonly LogEntry[] = logOf(seed);
    for (const [at, entry] of entries.entries()) {
      early.add(entry);
      // A line that is in a log twice was not made by this process.
      if (seen.has(entry.value.id)) growing.add(entry);
      else growing.grow(entry);
      seen.add(entry.value.id);
      const look = LOOKS[(seed * 31 + at * 7) % LOOKS.length];
      const id = entries[(seed + at * 5) % (at + 1)]?.value.id ?? "";
      if ((seed + at) % 3 === 0 && look !== undefined) {
        expect(look(growing, id)).toEqual(look(early, id));
      } else late++;
    }
    for (const look of LOOKS) expect(look(growing, "e2")).toEqual(look(early, "e2"));
  }
  expect(late).toBeGreaterThan(500);
});

test("rows are made when nothing waits for the log any more, and before it is closed", async () => {
  const waiting: (() => void)[] = [];
  let cancelled = 0;
  const clock = {
    ...quickClock(),
    timer: (ms: number, fire: () => void) => {
      if (ms === 1) waiting.push(fire);
      return { cancel: () => void (ms === 1 && cancelled++) };
    },
  };
  const store = fileStore(testPorts(memoryDisk(), { clock }), "/home");
  const session = await store.create({ cwd: "/project" });
  await session.append(said("go"));
  await session.append(replied("done"));
  // One timer for both: it is still running when the second comes.
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await session.append(said("again"));
  expect(waiting).toHaveLength(2);
  expect(session.tree.get(session.tree.leafId ?? "")).toMatchObject({ type: "message" });
  await session.close();
  expect(cancelled).toBe(1);
});

test("an entry that does not go on at the leaf gets its row at once", () => {
  const log = stamper();
  const [first, second] = [log.add(said("one")), log.add(replied("1"))].map(known);
  const fold = newFold();
  if (first === undefined || second === undefined) throw new Error("There are two.");
  expect(fold.tree.grow(first)).toBeNull();
  fold.grow(first);
  expect(fold.tree.grow(first)).toBeNull();
  expect(fold.tree.grow(second)).toBe(1);
  expect(fold.tree.leafRow).toBe(1);
});

test("SES-2 (part): an append loads nothing, also after the leaf has moved", () => {
  const log = stamper();
  const drafts = [said("one"), replied("1"), said("two"), replied("2")];
  const entries = drafts.map((draft) => log.add(draft));
  const back = log.add({ type: "leaf", targetId: entries[1]?.id ?? "" });
  const next = log.add(said("three"), entries[1]?.id ?? null);
  const source = {
    ...memorySource(),
    load: (): never => {
      throw new Error("The file was changed by somebody else.");
    },
  };
  const fold = new SessionFold({ table: new EntryTable(), source, spacing: 3 });
  for (const entry of entries) fold.grow(known(entry));
  expect(fold.facts().replies).toBe(2);
  for (const entry of [back, next]) fold.grow(known(entry));
  expect(fold.tree.leafId).toBe(next.id);
  expect(fold.summary.turns).toBe(3);
});
