import { describe, expect, test } from "bun:test";
import { parseEntry } from "@squire/protocol";
import { fail, hang, say, ScriptedModel } from "@squire/testkit";
import type { ScriptedReply } from "@squire/testkit";
import * as fc from "fast-check";
import { tokenCounter } from "../tokens/token-counter.ts";
import { branchViewer } from "./branch-view.ts";
import { compact } from "./compact.ts";
import type { Compacted } from "./compact.ts";
import type { CompactInput } from "./compact-input.ts";
import { COMPACTION_DEFAULTS } from "./settings.ts";
import { modelSummariser } from "./summariser.ts";
import { anyBranch, Branch, words } from "./testing/branch.ts";

const counter = tokenCounter();
const view = branchViewer(counter);

function inputFor(branch: Branch, given: Partial<CompactInput> = {}): CompactInput {
  const seen = view(branch.entries);
  return {
    branch: branch.entries,
    view: seen,
    counter,
    reason: "threshold",
    promptTokens: seen.tokens + 1_000,
    fixedTokens: 1_000,
    window: 200_000,
    ratio: 1,
    settings: { ...COMPACTION_DEFAULTS, keepRecentTokens: 2_000 },
    summarisers: [],
    signal: new AbortController().signal,
    ...given,
  };
}

async function compacted(branch: Branch, given: Partial<CompactInput> = {}): Promise<Compacted> {
  const outcome = await compact(inputFor(branch, given));
  if (outcome.type !== "compacted") throw new Error(`It is ${JSON.stringify(outcome)}.`);
  return outcome;
}

function scripted(...replies: readonly ScriptedReply[]) {
  const model = new ScriptedModel(...replies);
  const prompts = (): readonly string[] =>
    model.requests.map(({ messages }) => JSON.stringify(messages));
  return { model, prompts, summarisers: [modelSummariser(model)] };
}

/** Turns with one call each; `Build the shop.` is the first request. */
function work(turns: number, size = 1_500): Branch {
  const branch = new Branch();
  for (let at = 0; at < turns; at++) {
    branch.user(at === 0 ? "Build the shop. Always use tabs." : `request number ${at}`);
    branch.ran("read", { path: `src/${at}.ts` }, words(size));
    branch.ran("edit", { path: `src/${at}.ts`, new: "x" }, "ok");
    branch.say(`did ${at}`);
  }
  return branch;
}

describe("CMP-1", () => {
  test("CMP-1: the entry holds the summary, what is kept and what it cost", async () => {
    const branch = work(6);
    const { summarisers } = scripted(say("## Goal\nA shop."));
    const { draft, prefixBreak, by, failures } = await compacted(branch, { summarisers });
    expect(by).toBe("scripted/test-1");
    expect(failures).toEqual([]);
    expect(draft).toMatchObject({
      type: "compaction",
      reason: "threshold",
      shortSummary: "A shop.",
    });
    expect(draft.tokensAfter).toBeLessThan(draft.tokensBefore / 2);
    expect(branch.entries.some(({ id }) => id === draft.firstKeptId)).toBe(true);
    expect(prefixBreak).toMatchObject({
      cause: "compaction",
      tokensLost: draft.tokensBefore - 1_000,
    });
    expect(parseEntry(JSON.parse(JSON.stringify(branch.add(draft)))).kind).toBe("known");
    expect(parseEntry(JSON.parse(JSON.stringify(branch.add(prefixBreak)))).kind).toBe("known");
  });

  test("CMP-1: the parts of the summary stand in their order", async () => {
    const { summarisers } = scripted(say("## Goal\nA shop."));
    const { draft } = await compacted(work(6), { summarisers });
    const places = [
      "## Kept word for word",
      "Build the shop. Always use tabs.",
      "request number 5",
      "- Always use tabs.",
      "## Summary\n\n## Goal\nA shop.",
      "<modified-files>\nsrc/0.ts\n",
    ].map((part) => draft.summary.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("CMP-16: the break is logged with what the next requests cost either way", async () => {
    const terms = {
      price: { input: 3, output: 15, cacheRead: 0.3 },
      cache: "warm",
      steps: 20,
    } as const;
    const { prefixBreak } = await compacted(work(6), { terms });
    expect(prefixBreak.forecast).toMatchObject({ steps: 20, unit: "usd" });
    expect(prefixBreak.bytesSaved).toBeGreaterThan(10_000);
    const cold = await compacted(work(6), { terms: { ...terms, cache: "none" } });
    expect(cold.prefixBreak.tokensLost).toBe(0);
  });

  test("CMP-1: what a hook wants to keep is kept with the entry", async () => {
    const { summarisers, prompts } = scripted(say("notes"));
    const { draft } = await compacted(work(6), {
      summarisers,
      context: ["hook says hi"],
      instructions: "mind the tests",
      preserveData: { a: 1 },
    });
    expect(draft.preserveData).toEqual({ a: 1 });
    expect(prompts()[0]).toContain("hook says hi");
    expect(prompts()[0]).toContain("mind the tests");
  });
});

describe("CMP-5", () => {
  test("CMP-5: the second summary updates the first and covers only what came after", async () => {
    const branch = work(6);
    const first = scripted(say("notes one"));
    branch.add((await compacted(branch, first)).draft);
    for (let at = 6; at < 12; at++) {
      branch.user(`request number ${at}`);
      branch.ran("read", { path: `src/${at}.ts` }, words(1_500));
      branch.say(`did ${at}`);
    }
    const second = scripted(say("notes two"));
    const { draft } = await compacted(branch, second);
    const [prompt = ""] = second.prompts();
    expect(prompt).toContain("<previous-summary>\\nnotes one\\n</previous-summary>");
    expect(prompt).not.toContain("request number 2");
    expect(prompt).toContain("request number 8");
    expect(draft.summary).toContain("notes two");
    expect(draft.summary).not.toContain("notes one");
    expect(draft.summary).toContain("Build the shop. Always use tabs.");
    expect(draft.summary).toContain("request number 11");
  });

  test("CMP-10: files add up over compactions, those of an extension are not ours", async () => {
    const branch = work(6);
    branch.add((await compacted(branch)).draft);
    branch.user("more");
    branch.ran("read", { path: "late.ts" }, words(3_000));
    branch.user("and more");
    branch.say(words(1_000));
    const own = await compacted(branch);
    expect(own.draft.summary).toContain("src/0.ts");
    expect(own.draft.summary).toContain("late.ts");
    const foreign = new Branch();
    for (const entry of branch.entries) {
      foreign.add(
        entry.type === "compaction" ? { ...entry, fromExtension: true, summary: "theirs" } : entry,
      );
    }
    expect((await compacted(foreign)).draft.summary).not.toContain("src/0.ts");
  });
});

describe("CMP-7", () => {
  function longTurn(before: boolean): Branch {
    const branch = new Branch();
    if (before) {
      branch.user("earlier");
      branch.say(words(1_000));
    }
    branch.user("a long turn");
    for (let at = 0; at < 5; at++) branch.ran("bash", { command: `step ${at}` }, words(900));
    return branch;
  }

  test("CMP-7: a cut inside a turn makes two summaries under their heading", async () => {
    const { summarisers, prompts } = scripted(say("of history"), say("of the turn"));
    const { draft } = await compacted(longTurn(true), { summarisers });
    expect(draft.summary).toContain(
      "## Summary\n\nof history\n\n---\n\n## Turn context (split turn)\n\nof the turn",
    );
    expect(prompts()[0]).toContain("earlier");
    expect(prompts()[0]).not.toContain("step 0");
    expect(prompts()[1]).toContain("step 0");
    expect(prompts()[1]).toContain("the first part of a turn");
  });

  test("CMP-7: with nothing before the turn there is one summary, under the same heading", async () => {
    const { summarisers, model } = scripted(say("of the turn"));
    const { draft, by } = await compacted(longTurn(false), { summarisers });
    expect(draft.summary).toContain(
      "## Summary\n\n---\n\n## Turn context (split turn)\n\nof the turn",
    );
    expect(by).toBe("scripted/test-1");
    model.assertDone();
  });
});

describe("CMP-8", () => {
  test("CMP-8: a short summary is asked for only when wanted", async () => {
    const { summarisers, model } = scripted(say("long notes"), say("Shop half built."));
    const { draft } = await compacted(work(6), { summarisers, short: true });
    expect(draft.shortSummary).toBe("Shop half built.");
    model.assertDone();
  });

  test("CMP-8: goal, instructions, todos and plan survive five compactions word for word", async () => {
    const todo = fc.record({
      id: fc.uuid(),
      text: fc.stringMatching(/^[a-zäß漢 ,.]{1,40}$/),
      status: fc.constant("open" as const),
    });
    const goal = fc
      .stringMatching(/^[A-Za-zäß漢 "'<>&\n\t]{1,200}$/)
      .filter((text) => text.trim() !== "");
    await fc.assert(
      fc.asyncProperty(
        goal,
        goal,
        fc.array(todo, { minLength: 1, maxLength: 4 }),
        async (first, latest, todos) => {
          const branch = new Branch();
          branch.user(`${first}\nNever use semicolons.`);
          branch.todo(...todos);
          branch.plan({ markdown: `the plan: ${first}`, steps: [] });
          for (let round = 0; round < 5; round++) {
            for (let at = 0; at < 4; at++)
              branch.ran("read", { path: `${round}.${at}` }, words(1_200));
            branch.user(`${latest} ${round}`);
            branch.say(words(700));
            const summariser = round % 2 === 0 ? [] : scripted(say("notes")).summarisers;
            const reason = round === 3 ? "manual" : "threshold";
            const { draft } = await compacted(branch, { summarisers: summariser, reason });
            expect(draft.summary).toContain(first);
            expect(draft.summary).toContain(`${latest} ${round}`);
            expect(draft.summary).toContain("- Never use semicolons.");
            expect(draft.summary).toContain(`the plan: ${first}`.trim());
            for (const { text } of todos) expect(draft.summary).toContain(`- ${text}`);
            branch.add(draft);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test("CMP-8: notes without measure are capped", async () => {
    const { summarisers } = scripted(say(words(60_000)));
    const { draft } = await compacted(work(60), { summarisers });
    expect(counter.text(draft.summary)).toBeLessThan(9_000);
  });
});

describe("CMP-18", () => {
  test("CMP-18: when no summariser answers, the notes are quoted, and the failures told", async () => {
    const { summarisers } = scripted(fail("auth", "no key"));
    const { draft, by, failures } = await compacted(work(6), { summarisers });
    expect(by).toBeNull();
    expect(failures).toMatchObject([{ kind: "auth" }]);
    expect(draft.summary).toContain("taken without a model");
    expect(draft.summary).toContain("- request number 1");
  });

  test("CMP-18: any long branch becomes smaller without a model, and stays valid", async () => {
    await fc.assert(
      fc.asyncProperty(anyBranch, async (branch) => {
        const outcome = await compact(inputFor(branch));
        if (outcome.type !== "compacted") return;
        branch.add(outcome.draft);
        const after = view(branch.entries);
        expect(after.tokens).toBeLessThan(outcome.draft.tokensBefore - 1_000);
        const first = after.items.find(({ tokens }) => tokens > 0)?.entry;
        expect(first?.type).not.toBe("tool_result");
      }),
      { numRuns: 100 },
    );
  });
});

describe("CMP-3", () => {
  /** One reply with so many large results, which no summary can replace. */
  function burst(branch: Branch, results: number): Branch {
    branch.user("read everything");
    const calls = Array.from(
      { length: results },
      (_, at) => ["bash", { command: `${at}` }] as const,
    );
    for (const id of branch.call(...calls)) branch.outcome(id, words(7_000));
    return branch;
  }

  test("CMP-3: after an overflow what stays is shortened as well, until it fits", async () => {
    const branch = burst(work(4), 12);
    const { draft, prunes } = await compacted(branch, { reason: "overflow", window: 64_000 });
    expect(draft.tokensAfter).toBeLessThan(48_000);
    branch.add(draft);
    for (const prune of prunes) branch.add(prune);
    expect(view(branch.entries).tokens + 1_000).toBeLessThan(49_000);
  });

  test("CMP-3: one exchange that is too large is shortened without a summary", async () => {
    const branch = burst(new Branch(), 12);
    const outcome = await compact(inputFor(branch, { reason: "overflow", window: 64_000 }));
    if (outcome.type !== "shrunk") throw new Error(`It is ${outcome.type}.`);
    expect(outcome.prefixBreak).toMatchObject({ cause: "shrink" });
    for (const prune of outcome.prunes) branch.add(prune);
    expect(view(branch.entries).tokens + 1_000).toBeLessThan(49_000);
  });

  test("CMP-3: a vendor that refuses is right, also when its window is not known", async () => {
    const branch = work(5);
    const shown = view(branch.entries).tokens;
    const settings = COMPACTION_DEFAULTS;
    const { draft } = await compacted(branch, { reason: "overflow", window: 0, settings });
    expect(draft.tokensAfter).toBeLessThan(shown * 0.7);
  });

  test("CMP-2: in a small window less stays", async () => {
    const settings = COMPACTION_DEFAULTS;
    const { draft } = await compacted(work(6), { window: 16_384, settings });
    expect(draft.tokensAfter).toBeLessThan(6_500);
  });
});

describe("CMP-13", () => {
  test("CMP-13: cancelled, there is no entry", async () => {
    const stop = new AbortController();
    const { summarisers } = scripted(hang());
    const outcome = compact(inputFor(work(6), { summarisers, signal: stop.signal }));
    stop.abort();
    expect(await outcome).toEqual({ type: "cancelled" });
    expect(await compact(inputFor(work(6), { signal: stop.signal }))).toEqual({
      type: "cancelled",
    });
  });

  test("CMP-13: also between the two summaries of a split turn", async () => {
    const stop = new AbortController();
    const branch = new Branch();
    branch.user("earlier");
    branch.say(words(1_000));
    branch.user("long");
    for (let at = 0; at < 5; at++) branch.ran("bash", { command: `${at}` }, words(900));
    const { summarisers, model } = scripted(() => {
      queueMicrotask(() => stop.abort());
      return say("of history");
    });
    const outcome = await compact(inputFor(branch, { summarisers, signal: stop.signal }));
    expect(outcome).toEqual({ type: "cancelled" });
    model.assertDone();
  });
});

describe("CMP-2", () => {
  test("CMP-2: a short session has nothing to compact, unless the user asks", async () => {
    const branch = work(3, 300);
    expect(await compact(inputFor(branch))).toEqual({
      type: "nothing",
      message: "There is nothing to compact yet.",
    });
    expect((await compact(inputFor(branch, { reason: "manual" }))).type).toBe("compacted");
  });

  test("CMP-2: a summary that would be longer is not used", async () => {
    const branch = new Branch();
    branch.user("hi");
    branch.say("hello");
    branch.user("bye");
    branch.say("bye");
    expect(await compact(inputFor(branch, { reason: "manual" }))).toEqual({
      type: "nothing",
      message: "A summary would be as long as what it replaces.",
    });
  });
});
