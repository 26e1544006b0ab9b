import { describe, expect, test } from "bun:test";
import { parseEntry } from "@squire/protocol";
import { fail, hang, say, ScriptedModel } from "@squire/testkit";
import { tokenCounter } from "../tokens/token-counter.ts";
import { leftBehind, summariseBranch } from "./branch-summary.ts";
import type { BranchSummaryInput } from "./branch-summary.ts";
import { modelSummariser } from "./summariser.ts";
import { Branch, words } from "./testing/branch.ts";

function inputFor(branch: Branch, given: Partial<BranchSummaryInput> = {}): BranchSummaryInput {
  return {
    entries: branch.entries,
    counter: tokenCounter(),
    ratio: 1,
    window: 100_000,
    reserveTokens: 16_384,
    summarisers: [],
    signal: new AbortController().signal,
    ...given,
  };
}

function tried(): Branch {
  const branch = new Branch();
  branch.user("try the pump");
  branch.ran("edit", { path: "pump.ts", new: "x" }, "ok");
  branch.say("It leaks.");
  return branch;
}

describe("CMP-12", () => {
  test("CMP-12: what is left behind lies between the common ancestor and the old leaf", () => {
    const branch = tried();
    const other = branch.entries.slice(0, 1);
    expect(leftBehind(branch.entries, other)).toEqual(branch.entries.slice(1));
    expect(leftBehind(other, branch.entries)).toEqual([]);
    expect(leftBehind(branch.entries, [])).toEqual(branch.entries);
  });

  test("CMP-12: the notes, the files, and where they come from", async () => {
    const model = new ScriptedModel(say("The pump leaks."));
    const outcome = await summariseBranch(
      inputFor(tried(), { summarisers: [modelSummariser(model)] }),
    );
    expect(outcome).toMatchObject({
      type: "summarised",
      by: "scripted/test-1",
      draft: {
        type: "branch_summary",
        fromId: "e4",
        summary: "The pump leaks.\n\n<modified-files>\npump.ts\n</modified-files>",
      },
    });
    if (outcome.type !== "summarised") return;
    expect(parseEntry(JSON.parse(JSON.stringify(new Branch().add(outcome.draft)))).kind).toBe(
      "known",
    );
  });

  test("CMP-12: the newest comes first when not all fits, files come from all", async () => {
    const branch = new Branch();
    branch.ran("write", { path: "first.ts", content: "" }, "ok");
    branch.user(`old ${words(30_000)}`);
    branch.user(`new ${words(10_000)}`);
    const model = new ScriptedModel(say("notes"));
    const outcome = await summariseBranch(
      inputFor(branch, { window: 40_000, summarisers: [modelSummariser(model)] }),
    );
    const prompt = JSON.stringify(model.requests[0]?.messages);
    expect(prompt).toContain("[User] new");
    expect(prompt).not.toContain("[User] old");
    expect(outcome).toMatchObject({ draft: { summary: expect.stringContaining("first.ts") } });
  });

  test("CMP-18: without a summariser it is quoted", async () => {
    const broken = [modelSummariser(new ScriptedModel(fail("auth", "no key")))];
    expect(await summariseBranch(inputFor(tried(), { summarisers: broken }))).toMatchObject({
      type: "summarised",
      by: null,
      failures: [{ kind: "auth" }],
      draft: { summary: expect.stringContaining("- try the pump") },
    });
  });

  test("CMP-12: nothing is nothing", async () => {
    const branch = new Branch();
    branch.add({ type: "mode_change", mode: "code" });
    expect(await summariseBranch(inputFor(branch))).toEqual({ type: "nothing" });
    expect(await summariseBranch(inputFor(new Branch()))).toEqual({ type: "nothing" });
  });

  test("CMP-13: cancelled, there is no entry", async () => {
    const stop = new AbortController();
    const summarisers = [modelSummariser(new ScriptedModel(hang()))];
    const outcome = summariseBranch(inputFor(tried(), { summarisers, signal: stop.signal }));
    stop.abort();
    expect(await outcome).toEqual({ type: "cancelled" });
  });
});
