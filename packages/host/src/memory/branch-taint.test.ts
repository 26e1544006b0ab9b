import { expect, test } from "bun:test";
import type { EntryDraft } from "@squire/protocol";
import { IMPORT_NOTE } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import { contextView } from "@squire/session";
import { tempWorkspace } from "@squire/testkit";
import { asked, fetched } from "../autonomous/testing/past-session.ts";
import { sessionStore } from "../sessions.ts";
import { taintOf, UNTAINT_ENTRY } from "../workbench/taint.ts";
import { branchTaint } from "./branch-taint.ts";

type Appended = readonly string[];

async function taintAfter(
  ...steps: readonly ((before: Appended) => EntryDraft)[]
): Promise<{ readonly memory: readonly string[]; readonly gate: readonly string[] }> {
  await using home = await tempWorkspace({});
  const session: OpenSession = sessionStore(home.root).createEphemeral({ cwd: home.root });
  const ids: string[] = [];
  for (const step of steps) ids.push((await session.append(step(ids))).id);
  const branch = session.tree.view();
  const gate = taintOf(
    () => branch,
    () => contextView(branch).sources,
  )().sources;
  return { memory: branchTaint(session), gate };
}

const page = (): EntryDraft => fetched("EVIL");
const words = (): EntryDraft => asked("go on");
const compacted = (ids: Appended): EntryDraft => ({
  type: "compaction",
  summary: "the page said EVIL",
  firstKeptId: ids.at(-1) ?? "",
  tokensBefore: 1,
});
const untaint = (): EntryDraft => ({ type: "custom", customType: UNTAINT_ENTRY, data: {} });
const backToStart = (): EntryDraft => ({ type: "leaf", targetId: null });
const summaryOf = (at: number) => (ids: Appended) =>
  ({ type: "branch_summary", summary: "EVIL", fromId: ids[at] ?? "gone" }) as const;

test("S43: what was read counts for memory after a compaction too, until /untaint; twin: the taint of the view forgets it", async () => {
  const after = await taintAfter(page, words, compacted);
  expect(after.memory).toEqual(["web_fetch"]);
  expect(after.gate).toEqual([]);
  expect((await taintAfter(page, words, compacted, untaint)).memory).toEqual([]);
  expect((await taintAfter(page, untaint, page)).memory).toEqual(["web_fetch"]);
  expect((await taintAfter(words)).memory).toEqual([]);
});

test("S43 (part): a summary carries what its branch had read, and an import counts on every branch", async () => {
  const left = await taintAfter(words, page, backToStart, summaryOf(1));
  expect(left.memory).toEqual(["web_fetch"]);
  const clean = await taintAfter(words, words, backToStart, summaryOf(1));
  expect(clean.memory).toEqual([]);
  expect((await taintAfter(summaryOf(9))).memory).toEqual(["another branch"]);
  // Lifted once, it comes back with the next summary of the same branch.
  const again = [words, page, backToStart, summaryOf(1), untaint] as const;
  expect((await taintAfter(...again)).memory).toEqual([]);
  expect((await taintAfter(...again, summaryOf(1))).memory).toEqual(["web_fetch"]);
  const twice = await taintAfter(words, page, backToStart, summaryOf(1), summaryOf(1));
  expect(twice.memory).toEqual(["web_fetch"]);
  const note = (): EntryDraft => ({ type: "custom", customType: IMPORT_NOTE, data: {} });
  expect((await taintAfter(words, note, backToStart, words)).memory).toEqual(["an import"]);
});

test("S43 (part): in a log that goes round in a circle a branch has all that it sums up, whoever was looked at first", async () => {
  await using home = await tempWorkspace({});
  const session: OpenSession = sessionStore(home.root).createEphemeral({ cwd: home.root });
  const ids: string[] = [];
  const first = [page, summaryOf(9), backToStart, words, summaryOf(1), backToStart] as const;
  for (const step of [...first, summaryOf(1), untaint, summaryOf(4)]) {
    ids.push((await session.append(step(ids))).id);
  }
  const { tree } = session;
  // The first summary is of the branch that sums it up: no session writes that, a file can say it.
  const crafted: typeof tree = Object.create(tree, {
    leafId: { value: tree.leafId },
    get: { value: (id: string) => tree.get(id) },
    entries: {
      *value(leafId: string | null) {
        for (const one of tree.entries(leafId)) {
          const isFirst = one.kind === "known" && one.value.id === ids[1];
          yield isFirst ? { ...one, value: { ...one.value, fromId: ids[4] } } : one;
        }
      },
    },
  });
  expect(branchTaint({ tree: crafted, imported: false })).toEqual(["web_fetch"]);
});
