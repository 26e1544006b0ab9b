import { expect, test } from "bun:test";
import { NO_USAGE } from "@squire/protocol";
import { tokenCounter } from "../tokens/token-counter.ts";
import { branchViewer } from "./branch-view.ts";
import { compactionLimit, isNearlyFull } from "./limits.ts";
import { promptTokensOf } from "./prompt-tokens.ts";
import { COMPACTION_DEFAULTS as DEFAULTS } from "./settings.ts";
import { Branch, words } from "./testing/branch.ts";

test.each([
  [200_000, 160_000],
  [64_000, 47_616],
  [1_000_000, 800_000],
])("CMP-2: a window of %d is compacted above %d", (window, limit) => {
  expect(compactionLimit(window, DEFAULTS)).toBe(limit);
});

test("CMP-2: in a small window the reserve leaves half of it", () => {
  expect(compactionLimit(16_384, DEFAULTS)).toBe(8_192);
  expect(compactionLimit(8_000, { ...DEFAULTS, ratio: 0.3 })).toBe(2_400);
});

test("CMP-2: nothing is compacted when that is off or the window is not known", () => {
  expect(compactionLimit(0, DEFAULTS)).toBeNull();
  expect(compactionLimit(200_000, { ...DEFAULTS, enabled: false })).toBeNull();
});

test("LOOP-15: at 95 % of the window a summary comes instead of a request", () => {
  expect(isNearlyFull(94_999, 100_000)).toBe(false);
  expect(isNearlyFull(95_000, 100_000)).toBe(true);
  expect(isNearlyFull(95_000, 0)).toBe(false);
});

const view = branchViewer(tokenCounter());

test("LOOP-17: the next prompt is what was reported plus what came after", () => {
  const branch = new Branch();
  branch.user("go");
  branch.say("ok", { ...NO_USAGE, input: 5_000, output: 200 });
  const after = branch.user(words(100));
  const own = view([after]).tokens;
  const tokens = promptTokensOf(view(branch.entries), { fixed: 900, ratio: 2 });
  expect(tokens).toBe(5_200 + 2 * own);
});

test("LOOP-17: a report from before the view changed says nothing any more", () => {
  const branch = new Branch();
  branch.user("go");
  branch.say("ok", { ...NO_USAGE, input: 50_000, output: 200 });
  branch.add({ type: "prune", cause: "prune", overlays: [], tokensSaved: 0 });
  const { tokens } = view(branch.entries);
  expect(promptTokensOf(view(branch.entries), { fixed: 900, ratio: 2 })).toBe((900 + tokens) * 2);
  expect(promptTokensOf(view([]), { fixed: 900, ratio: 1 })).toBe(900);
});
