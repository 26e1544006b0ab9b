import { describe, expect, test } from "bun:test";
import {
  assistant,
  branchOf,
  HASH_B,
  outcome,
  paid,
  request,
  user,
} from "../exchange/testing/branch.ts";
import type { EntryDraft } from "@squire/protocol";
import { diffTranscripts } from "./diff.ts";
import { renderDiff, renderReplay } from "./render.ts";
import { replay } from "./replay.ts";
import { similarity } from "./similarity.ts";
import { toTranscript } from "./to-transcript.ts";

function turn(n: number, answer: string, prefix?: string, tool = "ls"): readonly EntryDraft[] {
  return [
    user(`question ${n}`),
    request(`r${n}`, prefix),
    assistant({ calls: [[`c${n}`, tool, { n }]] }),
    paid(0.02, { requestId: `r${n}`, inputUsd: 0.015 }),
    outcome(`c${n}`, tool, "done"),
    request(`s${n}`, prefix),
    assistant({ text: answer }),
    paid(0.01, { requestId: `s${n}`, inputUsd: 0.005 }),
  ];
}

const transcript = (...turns: readonly (readonly EntryDraft[])[]) =>
  toTranscript(branchOf(...turns.flat()));

const a = transcript(turn(1, "The answer is 42."), turn(2, "Paris is the capital of France."));

describe("replay", () => {
  test("TRN-3: recomputes every figure from the transcript alone", () => {
    const figures = replay(a.records);
    expect(figures).toMatchObject({
      turns: 2,
      steps: 4,
      toolCalls: 2,
      errors: 0,
      tokens: { input: 4000, output: 400, cacheRead: 3200, cacheWrite: 0 },
      unpriced: 0,
      cacheHitRatio: 0.8,
      models: ["mock/m1"],
      subgoals: 0,
    });
    expect(figures.costUsd).toBeCloseTo(0.06);
    expect(figures.inputUsd).toBeCloseTo(0.04);
    expect(figures.outputUsd).toBeCloseTo(0.02);
    expect(figures.prefixHashes).toHaveLength(1);
    expect(figures.perTurn.map(({ turn: n, steps }) => [n, steps])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test("TRN-3: counts harvested subgoals", () => {
    const harvest = {
      type: "custom",
      customType: "harvest",
      data: { subgoals: ["x", "y"] },
    } as const;
    expect(replay(transcript([...turn(1, "a"), harvest]).records).subgoals).toBe(2);
  });

  test("TRN-3: an empty transcript has figures too", () => {
    expect(replay([])).toMatchObject({ turns: 0, costUsd: 0, cacheHitRatio: 0, perTurn: [] });
  });

  test("TRN-3: a frozen price stays; today's prices only split it, or stand in for a missing one", () => {
    const usage = {
      input: 10,
      output: 10,
      cacheRead: 0,
      cacheWrite: 0,
      reasoning: null,
      total: 20,
    };
    const record = { ts: "", turn: 1, role: "assistant", content: "", usage, model: "m" };
    const price = () => ({ inputUsd: 3, outputUsd: 1 });
    expect(replay([{ ...record, cost: 8 }], { price })).toMatchObject({
      costUsd: 8,
      inputUsd: 6,
      outputUsd: 2,
    });
    expect(replay([record], { price })).toMatchObject({ costUsd: 4, unpriced: 0 });
    expect(replay([record])).toMatchObject({ costUsd: 0, unpriced: 1 });
  });
});

describe("diffTranscripts", () => {
  test("TRN-4: the same transcript matches in every turn", () => {
    const diff = diffTranscripts(a, a);
    expect(diff.pairs.map(({ kind }) => kind)).toEqual(["match", "match"]);
    expect(diff.firstDivergence).toBeNull();
    expect(Object.values(diff.deltas).every((delta) => delta === 0)).toBe(true);
  });

  test("TRN-4: pairs answers by turn and says in one line why they differ", () => {
    const b = transcript(
      turn(1, "The answer is 42!"),
      turn(2, "I do not know.", HASH_B),
      turn(3, "More."),
    );
    const { pairs, firstDivergence, deltas } = diffTranscripts(a, b);
    expect(pairs.map(({ turn: n, kind }) => [n, kind])).toEqual([
      [1, "match"],
      [2, "diverge"],
      [3, "only_in_b"],
    ]);
    expect(firstDivergence?.turn).toBe(2);
    expect(firstDivergence?.reason).toStartWith("answers are");
    expect(deltas).toMatchObject({ turns: 1, steps: 2, toolCalls: 1, input: 2000 });
    expect(diffTranscripts(b, a).pairs.at(-1)?.kind).toBe("only_in_a");
  });

  test("TRN-4: other tools, then other arguments, are the better reason", () => {
    const other = transcript(turn(1, "The answer is 42.", undefined, "bash"));
    expect(diffTranscripts(a, other).firstDivergence?.reason).toBe(
      "call 1: a called ls, b called bash",
    );
    const args = transcript([
      user("question 1"),
      assistant({ calls: [["c", "ls", { n: 9 }]] }),
      outcome("c", "ls", "x"),
      assistant({ text: "no idea at all" }),
    ]);
    expect(diffTranscripts(a, args).firstDivergence?.reason).toBe(
      'call 1: ls with “{"n":1}” / “{"n":9}”',
    );
  });

  test("TRN-4: tells whose prefix changed and what the cache made of it", () => {
    const cold = {
      input: 1000,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      reasoning: null,
      total: 1001,
    };
    const b = transcript(turn(1, "The answer is 42."), [
      ...turn(2, "Paris is the capital of France.", HASH_B),
      paid(0.1, { usage: cold }),
    ]);
    expect(diffTranscripts(a, b).prefixStory).toEqual([
      "a sent one prefix in all 4 steps.",
      "b sent 2 prefixes; it changed in turns 2.",
      "a took 80.0 % of its input from the cache, b 64.0 %: b changed its prefix more often.",
    ]);
  });
});

describe("similarity", () => {
  test("TRN-4: is the Levenshtein ratio for short texts", () => {
    expect(similarity("kitten", "sitting")).toBeCloseTo(1 - 3 / 7);
    expect(similarity("", "")).toBe(1);
    expect(similarity("", "abc")).toBe(0);
    expect(similarity("日本語", "日本")).toBeCloseTo(2 / 3);
  });

  test("TRN-4: is the overlap of words above 2,000 characters, in any order", () => {
    const words = Array.from({ length: 1000 }, (_, n) => `w${n}`);
    expect(similarity(words.join(" "), words.toReversed().join(" "))).toBe(1);
    expect(similarity(words.join(" "), words.slice(0, 500).join(" "))).toBeCloseTo(0.5);
    expect(similarity("字".repeat(3000), "字".repeat(1500))).toBeCloseTo(0.5);
    expect(similarity(" ".repeat(3000), "\n".repeat(3000))).toBe(0);
  });
});

describe("rendering", () => {
  const odd = transcript(turn(1, "\u001b[31mred\u001b[0m\u202e | pipe <b>"), turn(2, "x"));

  test("TRN-4: tables are plain text without a control character", () => {
    const text = renderDiff(diffTranscripts(a, odd)) + renderReplay(replay(odd.records));
    expect(text).toMatchSnapshot();
    expect(/[^\P{Cc}\n]|\u202e/u.test(text)).toBe(false);
  });

  test("TRN-4: Markdown means itself", () => {
    const text = renderDiff(diffTranscripts(a, odd), "markdown");
    expect(text).toMatchSnapshot();
    expect(text).not.toContain("<b>");
    expect(renderReplay(replay(a.records), "markdown")).toMatchSnapshot();
  });
});
