import { describe, expect, test } from "bun:test";
import type { Entry, EntryDraft } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";
import { replied, said } from "../testing/drafts.ts";
import { known, stamper } from "../testing/entries.ts";
import { buildTree } from "../testing/build-tree.ts";
import { logOf } from "../testing/history-loop.ts";
import { PlainTree } from "../testing/plain-tree.ts";
import { contextView, contextViewer } from "./context-view.ts";

const leaf = (targetId: string | null): EntryDraft => ({ type: "leaf", targetId });
const label = (targetId: string, name: string | null): EntryDraft => ({
  type: "label",
  targetId,
  label: name,
});

/** e1 one – e2 – e3 two, then back to e2 and e5 three. */
function branched(): readonly Entry[] {
  const log = stamper();
  return [said("one"), replied("1"), said("two"), leaf("e2"), said("three")].map((draft) =>
    log.add(draft),
  );
}

const ids = (branch: readonly Entry[]): readonly string[] => branch.map(({ id }) => id);

describe("a tree", () => {
  test("SES-2: the leaf is the last line, or where the last leaf entry leads", () => {
    const entries = branched();
    const tree = buildTree();
    const leaves = entries.map((entry) => {
      tree.push(known(entry));
      return tree.leafId;
    });
    expect(leaves).toEqual(["e1", "e2", "e3", "e2", "e5"]);
    expect(ids(tree.branch())).toEqual(["e1", "e2", "e5"]);
    expect(tree.size).toBe(5);
  });

  test("SES-7 (part): branches, children, parents and ancestors", () => {
    const tree = buildTree(branched().map(known));
    expect(ids(tree.branch("e3"))).toEqual(["e1", "e2", "e3"]);
    expect(tree.branch(null)).toEqual([]);
    expect(tree.branch("nowhere")).toEqual([]);
    expect(tree.childrenOf("e2")).toEqual(["e3", "e5"]);
    expect(tree.childrenOf(null)).toEqual(["e1"]);
    expect(tree.parentOf("e5")).toBe("e2");
    expect(tree.parentOf("e1")).toBeNull();
    expect(tree.commonAncestor("e3", "e5")).toBe("e2");
    expect(tree.commonAncestor("e5", "e5")).toBe("e5");
    expect(tree.commonAncestor("e1", "e5")).toBe("e1");
    expect(tree.commonAncestor("e3", "nowhere")).toBeNull();
  });

  test("SES-7 (part): labels are given, changed and taken away", () => {
    const log = stamper();
    const tree = buildTree();
    for (const draft of [said("one"), label("e1", "start"), label("e1", "begin")]) {
      tree.push(known(log.add(draft)));
    }
    expect(tree.labelOf("e1")).toBe("begin");
    tree.push(known(log.add(label("e1", null))));
    expect(tree.labelOf("e1")).toBeNull();
  });

  test("LOOP-18 (part): a leaf before the first entry starts another root", () => {
    const log = stamper();
    const tree = buildTree([said("one"), leaf(null), said("two")].map((d) => known(log.add(d))));
    expect(ids(tree.branch())).toEqual(["e3"]);
    expect(tree.childrenOf(null)).toEqual(["e1", "e3"]);
    expect(tree.commonAncestor("e1", "e3")).toBeNull();
  });

  test("SES-3: entries of types we do not know hold their place and stay out of branches", () => {
    const [first, second] = branched();
    if (first === undefined || second === undefined) throw new Error("no entries");
    const value = { type: "hologram", id: "x", parentId: "e1", ts: 1, prev: first.h, h: first.h };
    const unknown: LogEntry = { kind: "unknown", value };
    const tree = buildTree([known(first), unknown, known({ ...second, parentId: "x" })]);
    expect(ids(tree.branch())).toEqual(["e1", "e2"]);
    expect(tree.path().map((entry) => entry.value.id)).toEqual(["e1", "x", "e2"]);
    expect(tree.problems).toEqual([]);
  });
});

describe("a damaged log", () => {
  test("PKG-6 (part): children of a lost entry go to the entry before them, all to the same place", () => {
    const tree = buildTree(
      branched()
        .filter(({ id }) => id !== "e2")
        .map(known),
    );
    expect(ids(tree.branch())).toEqual(["e1", "e5"]);
    expect(tree.childrenOf("e1")).toEqual(["e3", "e5"]);
    expect(tree.problems.map(({ code, entryId }) => `${code} ${entryId}`)).toEqual([
      "orphan e3",
      "orphan e5",
    ]);
  });

  test("PKG-6 (part): without its first entry the next one is a root", () => {
    const tree = buildTree(branched().slice(1).map(known));
    expect(ids(tree.branch())).toEqual(["e2", "e5"]);
    expect(tree.childrenOf(null)).toEqual(["e2"]);
  });

  test("PKG-6 (part): of two entries with one id the first counts", () => {
    const entries = branched();
    const tree = buildTree([...entries, ...entries.slice(1, 3)].map(known));
    expect(tree.size).toBe(5);
    expect(tree.leafId).toBe("e5");
    expect(tree.problems.map(({ code }) => code)).toEqual(["duplicate", "duplicate"]);
  });

  test("PKG-6 (part): a leaf that leads nowhere changes nothing", () => {
    const log = stamper();
    const entries = [said("one"), leaf("gone")].map((draft) => known(log.add(draft)));
    const tree = buildTree(entries);
    expect(tree.leafId).toBe("e1");
    expect(tree.problems.map(({ code }) => code)).toEqual(["lost_target"]);
  });
});

test("the active branch grows with the tree and is the same as one walked afresh", () => {
  const tree = buildTree();
  for (const entry of branched()) {
    tree.push(known(entry));
    const afresh: readonly unknown[] = tree.path().map(({ value }) => value);
    expect<readonly unknown[]>(tree.branch()).toEqual(afresh);
  }
});

test("CMP-4 (part): of any log the tree gives as much as the view of the model is made of", () => {
  for (let seed = 0; seed < 200; seed++) {
    const [tree, plain] = [buildTree(), new PlainTree()];
    const viewer = contextViewer();
    for (const entry of logOf(seed)) {
      tree.push(entry);
      plain.push(entry);
      const { messages, openCalls } = contextView(plain.branch());
      expect(viewer(tree.view())).toMatchObject({ messages, openCalls });
      expect(tree.branch()).toEqual(plain.branch());
      expect(tree.leafId).toBe(plain.leafId);
    }
    const kept = [...tree.keepsakes(), ...tree.view()];
    expect(ids(kept.filter(isRequest))).toEqual(ids(plain.branch().filter(isRequest)));
    const onBranch = new Set(plain.path().map(({ value }) => value.id));
    for (const { value } of logOf(seed))
      expect(tree.isActive(value.id)).toBe(onBranch.has(value.id));
  }
});

function isRequest(entry: Entry): boolean {
  return entry.type === "message" && entry.message.role === "user";
}
