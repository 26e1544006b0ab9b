import { describe, expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import * as fc from "fast-check";
import { tokenCounter } from "../tokens/token-counter.ts";
import { branchViewer } from "./branch-view.ts";
import { findCut } from "./cut.ts";
import type { Cut, CutOptions } from "./cut.ts";
import { anyBranch, Branch, words } from "./testing/branch.ts";

const view = branchViewer(tokenCounter());

function cutOf(branch: Branch, options: CutOptions): Cut | null {
  return findCut(view(branch.entries).items, options);
}

function kept(branch: Branch, cut: Cut | null): readonly Entry[] {
  return branch.entries.slice(branch.entries.findIndex(({ id }) => id === cut?.firstKeptId));
}

function three(): Branch {
  const branch = new Branch();
  for (const name of ["one", "two", "three"]) {
    branch.user(name);
    branch.ran("bash", { command: name }, words(1_000));
    branch.say(`done with ${name}`);
  }
  return branch;
}

describe("CMP-5", () => {
  test("CMP-5: as much stays as fits the budget", () => {
    const branch = three();
    const all = view(branch.entries).tokens;
    expect(cutOf(branch, { keepTokens: 1_200 })).toMatchObject({ index: 8, turnStart: null });
    expect(cutOf(branch, { keepTokens: 2_400 })).toMatchObject({ index: 4, turnStart: null });
    expect(cutOf(branch, { keepTokens: all })).toBeNull();
  });

  test("C16: messages can be counted instead of tokens", () => {
    const branch = three();
    expect(cutOf(branch, { keepTokens: 1, keepMessages: 4 })).toMatchObject({ index: 8 });
    expect(cutOf(branch, { keepTokens: 1e9, keepMessages: 1 })).toMatchObject({ index: 11 });
  });

  test("CMP-5: what an earlier compaction kept is considered, what it replaced is not", () => {
    const branch = three();
    const first = branch.entries[4]?.id ?? "";
    branch.add({ type: "compaction", summary: "s", firstKeptId: first, tokensBefore: 1 });
    branch.user("four");
    branch.say(words(100));
    const { items, compaction } = view(branch.entries);
    expect(items[0]?.entry.id).toBe(first);
    expect(compaction?.summary).toBe("s");
    const cut = findCut(items, { keepTokens: 1_300 });
    expect(branch.entries.findIndex(({ id }) => id === cut?.firstKeptId)).toBe(8);
  });
});

describe("C16", () => {
  test("C16: the last whole exchange stays, however large it is", () => {
    const branch = three();
    branch.user("a huge question");
    branch.say(words(5_000));
    expect(kept(branch, cutOf(branch, { keepTokens: 10 }))).toEqual(branch.entries.slice(12));
  });

  test("C16: of a turn with many steps the last step stays", () => {
    const branch = three();
    branch.user("many steps");
    branch.ran("bash", { command: "1" }, words(900));
    branch.ran("bash", { command: "2" }, words(900));
    const cut = cutOf(branch, { keepTokens: 10 });
    expect(kept(branch, cut)).toEqual(branch.entries.slice(15));
    expect(cut?.turnStart).toBe(12);
  });

  test("C16: a question without an answer is the exchange", () => {
    const branch = three();
    branch.user("and now?");
    expect(kept(branch, cutOf(branch, { keepTokens: 1 }))).toEqual(branch.entries.slice(12));
  });
});

describe("CMP-6", () => {
  test("CMP-6: a note between a call and its outcome is no place to cut", () => {
    const branch = new Branch();
    branch.user("go");
    branch.say(words(500));
    const [id = ""] = branch.call(["bash", { command: "x" }]);
    branch.note("note");
    branch.outcome(id, words(500));
    branch.say("done");
    expect(kept(branch, cutOf(branch, { keepTokens: 540 }))).toEqual(branch.entries.slice(5));
    expect(kept(branch, cutOf(branch, { keepTokens: 620 }))).toEqual(branch.entries.slice(2));
  });

  test("CMP-6: metadata right before the cut stays with what follows it", () => {
    const branch = three();
    branch.add({ type: "mode_change", mode: "plan" });
    branch.add({ type: "label", targetId: "e1", label: "here" });
    branch.user("four");
    branch.say("ok");
    const cut = cutOf(branch, { keepTokens: 60 });
    expect(cut?.firstKeptId).toBe(branch.entries[12]?.id ?? "");
    expect(cut?.turnStart).toBeNull();
  });

  test("CMP-6: no branch is cut between a call and its outcome, or down to nothing", () => {
    let cuts = 0;
    fc.assert(
      fc.property(anyBranch, fc.integer({ min: 1, max: 20_000 }), (branch, keepTokens) => {
        const cut = cutOf(branch, { keepTokens });
        if (cut === null) return;
        cuts++;
        expect(orphans(branch, cut)).toEqual([]);
        const tail = kept(branch, cut);
        const first = tail.find((entry) => view([entry]).tokens > 0);
        expect(first?.type).not.toBe("tool_result");
        expect(cut.removedTokens).toBeGreaterThan(0);
        expect(cut.keptTokens).toBeGreaterThan(0);
        expect(cut.removedTokens + cut.keptTokens).toBe(view(branch.entries).tokens);
      }),
      { numRuns: 500 },
    );
    expect(cuts).toBeGreaterThan(80);
  });

  test("CMP-6: the judge of this file sees an orphan", () => {
    const branch = three();
    const cut = { index: 2, firstKeptId: branch.entries[2]?.id ?? "", turnStart: null };
    expect(orphans(branch, { ...cut, removedTokens: 1, keptTokens: 1 })).toEqual(["c1"]);
  });
});

describe("CMP-7", () => {
  test("CMP-7: a cut inside a turn knows where the turn began, a reminder begins none", () => {
    const branch = three();
    branch.user("many steps");
    branch.ran("bash", { command: "1" }, words(900));
    branch.user("[Go on.]", true);
    branch.ran("bash", { command: "2" }, words(900));
    expect(cutOf(branch, { keepTokens: 950 })).toMatchObject({ turnStart: 12 });
  });

  test("CMP-7: a turn that was cut before has no beginning in view", () => {
    const branch = three();
    const first = branch.entries[9]?.id ?? "";
    branch.add({ type: "compaction", summary: "s", firstKeptId: first, tokensBefore: 1 });
    branch.ran("bash", { command: "1" }, words(900));
    branch.ran("bash", { command: "2" }, words(900));
    expect(cutOf(branch, { keepTokens: 950 })).toMatchObject({ turnStart: null });
  });
});

/** Outcomes that stay although their calls go. */
function orphans(branch: Branch, cut: Cut): readonly string[] {
  const tail = new Set(kept(branch, cut));
  const callIn = (entry: Entry, id: string): boolean =>
    entry.type === "message" &&
    entry.message.content.some((block) => block.type === "call" && block.id === id);
  return branch.entries.flatMap((entry) => {
    if (entry.type !== "tool_result" || !tail.has(entry)) return [];
    const { callId } = entry.outcome;
    const asked = branch.entries.find((other) => callIn(other, callId));
    return asked !== undefined && tail.has(asked) ? [] : [callId];
  });
}
