import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { tokenCounter } from "../tokens/token-counter.ts";
import { branchViewer } from "./branch-view.ts";
import { planEndOfTurn } from "./plan-end-of-turn.ts";
import type { EndOfTurnInput, EndOfTurnPlan } from "./plan-end-of-turn.ts";
import { COMPACTION_DEFAULTS } from "./settings.ts";
import { anyBranch, Branch, words } from "./testing/branch.ts";

const counter = tokenCounter();
const view = branchViewer(counter);
const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

function plan(branch: Branch, given: Partial<EndOfTurnInput> = {}): EndOfTurnPlan {
  const seen = view(branch.entries);
  return planEndOfTurn({
    branch: branch.entries,
    view: seen,
    counter,
    promptTokens: seen.tokens + 1_000,
    window: 200_000,
    ratio: 1,
    price: PRICE,
    cache: "warm",
    settings: COMPACTION_DEFAULTS,
    ...given,
  });
}

/** A turn with one large result, `before` tokens of talk before it and `after` behind it. */
function turn(before: number, result: number, after: number): Branch {
  const branch = new Branch();
  branch.user("first");
  branch.say(words(before));
  branch.user("second");
  branch.ran("bash", { command: "x" }, words(result));
  branch.say(words(after));
  return branch;
}

describe("LOOP-16", () => {
  test("LOOP-16: nothing to do is no entry", () => {
    expect(plan(turn(100, 100, 100))).toEqual({
      prunes: [],
      prefixBreak: null,
      compact: false,
      promptTokens: expect.any(Number),
      notes: [],
    });
  });

  test("LOOP-14: a large result at the end of the turn is shortened once it pays", () => {
    const { prunes, prefixBreak, notes } = plan(turn(20_000, 9_000, 50), { steps: 30 });
    expect(prunes).toMatchObject([
      { type: "prune", cause: "shrink", overlays: [{ entryId: "e5" }] },
    ]);
    expect(prefixBreak).toMatchObject({ cause: "shrink", forecast: { steps: 30, unit: "usd" } });
    expect(prefixBreak?.forecast?.changeCost).toBeLessThan(prefixBreak?.forecast?.keepCost ?? 0);
    expect(prefixBreak?.tokensLost).toBeWithin(8_000, 10_500);
    expect(notes[0]).toMatch(/^\d+ tokens saved: the next 30 requests cost \$\d\.\d{4} instead of/);
  });

  test("LOOP-16: it is left alone when the cache it would break costs more", () => {
    const large = turn(20_000, 4_000, 40_000);
    expect(plan(large, { steps: 4 }).prunes).toEqual([]);
    expect(plan(large, { steps: 4, cache: "none" }).prunes).toHaveLength(1);
    expect(plan(large, { steps: 4, cache: "cold" }).prunes).toHaveLength(1);
  });

  test("LOOP-16: of several places the break is where it saves most", () => {
    const branch = new Branch();
    branch.user("first");
    branch.ran("bash", { command: "old and small gain" }, words(3_400));
    branch.say(words(60_000));
    branch.user("second");
    branch.ran("bash", { command: "new and large gain" }, words(9_000));
    const { prunes } = plan(branch, { steps: 20, window: 400_000 });
    expect(prunes[0]?.overlays.map(({ entryId }) => entryId)).toEqual(["e7"]);
  });

  test("LOOP-15: at 40 % of the window old results shrink to 4,000 whatever it costs", () => {
    const branch = turn(1_000, 9_000, 40_000);
    branch.user("third");
    branch.ran("bash", { command: "fresh" }, words(3_500));
    const calm = plan(branch, { steps: 1, window: 400_000 });
    const full = plan(branch, { steps: 1, window: 120_000 });
    expect(calm.prunes).toEqual([]);
    expect(full.prunes[0]?.overlays.map(({ entryId }) => entryId)).toEqual(["e5"]);
    expect(full.prunes[0]?.tokensSaved).toBeWithin(4_500, 5_500);
    expect(full.prefixBreak?.forecast?.changeCost).toBeGreaterThan(
      full.prefixBreak?.forecast?.keepCost ?? 0,
    );
  });

  test("LOOP-15: the guard does not break the cache for next to nothing", () => {
    const branch = turn(1_000, 4_500, 80_000);
    branch.user("third");
    branch.say("ok");
    expect(plan(branch, { steps: 1 }).prunes).toEqual([]);
  });
});

describe("CMP-2", () => {
  function busy(results: number, name = "bash"): Branch {
    const branch = new Branch();
    branch.user("go");
    for (let at = 0; at < results; at++) branch.ran(name, { command: `${at}` }, words(2_900));
    branch.user("next");
    branch.say("ok");
    return branch;
  }

  test("CMP-11: pruning is enough when it brings the prompt below the limit", () => {
    const branch = busy(30);
    const planned = plan(branch, { window: 100_000, steps: 1 });
    expect(planned.compact).toBe(false);
    expect(planned.prunes).toMatchObject([{ cause: "prune" }]);
    expect(planned.prefixBreak).toMatchObject({ cause: "prune" });
    expect(planned.promptTokens).toBeLessThan(80_000);
  });

  test("CMP-2: when pruning is not enough the session is compacted", () => {
    const planned = plan(busy(30, "read"), { window: 100_000, steps: 1 });
    expect(planned).toMatchObject({ compact: true, prefixBreak: null, prunes: [] });
  });

  test("CMP-2: below the limit, or switched off, it is not", () => {
    const branch = busy(30, "read");
    expect(plan(branch, { window: 130_000 }).compact).toBe(false);
    const settings = { ...COMPACTION_DEFAULTS, enabled: false };
    expect(plan(branch, { window: 100_000, settings }).compact).toBe(false);
    expect(plan(branch, { window: 0 }).compact).toBe(false);
  });

  test("CMP-2: one exchange that is too large cannot be summarised, and that is said", () => {
    const branch = new Branch();
    branch.user(words(90_000));
    const planned = plan(branch, { window: 100_000 });
    expect(planned.compact).toBe(false);
    expect(planned.notes).toEqual(["There is nothing that a summary could replace."]);
  });
});

test("LOOP-16: any plan is sound: known entries, one break, never a larger prompt, same every time", () => {
  fc.assert(
    fc.property(
      anyBranch,
      fc.integer({ min: 5_000, max: 200_000 }),
      fc.integer({ min: 1, max: 60 }),
      (branch, window, steps) => {
        const planned = plan(branch, { window, steps });
        const ids = new Set(branch.entries.map(({ id }) => id));
        const overlays = planned.prunes.flatMap((prune) => prune.overlays);
        for (const { entryId, tokensSaved } of overlays) {
          expect(ids.has(entryId)).toBe(true);
          expect(tokensSaved).toBeGreaterThan(0);
        }
        const places = overlays.map(({ entryId, callId = "" }) => `${entryId} ${callId}`);
        expect(new Set(places).size).toBe(places.length);
        expect(planned.prefixBreak === null).toBe(overlays.length === 0 || planned.compact);
        expect(plan(branch, { window, steps })).toEqual(planned);
      },
    ),
    { numRuns: 150 },
  );
});
