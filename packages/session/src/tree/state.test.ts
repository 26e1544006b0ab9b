import { describe, expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { ApprovalRequest, EntryDraft } from "@squire/protocol";
import { call, replied, requested, resulted, said, spent, titled } from "../testing/drafts.ts";
import { entriesOf } from "../testing/entries.ts";
import { branchFold } from "./branch-fold.ts";
import { EMPTY_STATE, foldState, reduceState } from "./state.ts";
import { addUsage, cacheHitRatio, knownCost, NO_TOTALS } from "./usage.ts";

const state = (...drafts: readonly EntryDraft[]) => foldState(entriesOf(...drafts));
const model = (name: string, temporary = false): EntryDraft => ({
  type: "model_change",
  model: name,
  temporary,
});
const queued = (queueId: string, text: string | null): EntryDraft => ({
  type: "queued",
  queueId,
  message: text === null ? null : userText(text),
  delivery: "follow_up",
});
const request = (approvalId: string, callId: string): ApprovalRequest => ({
  approvalId,
  callId,
  toolName: "bash",
  summary: "run",
  details: [],
  risk: "low",
  reason: "it writes",
  covers: "0".repeat(64),
});
const asked = (approvalId: string, callId: string): EntryDraft => ({
  type: "approval",
  state: "asked",
  request: request(approvalId, callId),
  decision: { verdict: "ask", trail: [] },
});

describe("state", () => {
  test("SES-9 (part): of each setting the last one holds", () => {
    const plan = { markdown: "1. do", steps: [] };
    const folded = state(
      model("a/1"),
      model("a/2"),
      { type: "thinking_change", thinking: "high", temporary: false },
      { type: "mode_change", mode: "plan" },
      { type: "trust_change", trust: "auto" },
      { type: "tools_change", active: ["read", "edit"] },
      titled("first"),
      titled("second"),
      { type: "plan", change: "submitted", plan },
      { type: "todo", items: [{ id: "1", text: "test", status: "open" }] },
    );
    expect(folded).toMatchObject({
      model: "a/2",
      thinking: "high",
      mode: "plan",
      trust: "auto",
      activeTools: ["read", "edit"],
      title: "second",
      titleBy: "user",
      plan,
      planChange: "submitted",
      todo: [{ id: "1" }],
    });
    expect(state({ type: "plan", change: "cancelled", plan }).plan).toBeNull();
  });

  test("MODL-17 (part): a temporary change ends with its turn", () => {
    const turn = [model("a/1"), said("go"), model("a/big", true)];
    expect(state(...turn).model).toBe("a/big");
    expect(state(...turn, said("next")).model).toBe("a/1");
  });

  test("SES-18 (part): queued messages wait until they are sent, changed or withdrawn", () => {
    const queue = (...drafts: readonly EntryDraft[]) =>
      state(...drafts).queue.map(({ queueId, message }) => `${queueId} ${JSON.stringify(message)}`);
    const two = [queued("q1", "one"), queued("q2", "two")];
    expect(queue(...two)).toHaveLength(2);
    expect(queue(...two, queued("q1", "uno"))[0]).toContain("uno");
    expect(queue(...two, queued("q1", null))).toHaveLength(1);
    expect(queue(...two, { ...said("two"), queueId: "q2" })).toHaveLength(1);
  });

  test("PERM-10 (part): an approval is pending until it is answered or its call has ended", () => {
    const pending = (...drafts: readonly EntryDraft[]) =>
      state(...drafts).approvals.map(({ approvalId }) => approvalId);
    const two = [asked("p1", "c1"), asked("p2", "c2")];
    expect(pending(...two)).toEqual(["p1", "p2"]);
    expect(
      pending(...two, {
        type: "approval",
        state: "answered",
        approvalId: "p1",
        callId: "c1",
        answer: { verdict: "approve", scope: "once", by: "tui" },
      }),
    ).toEqual(["p2"]);
    expect(pending(...two, resulted("c2"))).toEqual(["p1"]);
  });

  test("USE-1 (part): turns are counted by runs; steering and what Squire writes itself do not count", () => {
    const folded = state(
      { ...said("one"), runId: "r1" },
      { ...said("no, this way"), runId: "r1" },
      { ...said("continue"), synthetic: true },
      { ...said("two"), runId: "r2" },
      said("three"),
      said("four"),
    );
    expect(folded.turns).toBe(4);
  });

  test("USE-1 (part): the last prompt and the last turn's cost", () => {
    const folded = state(
      said("one"),
      spent("m", 1),
      said("two"),
      spent("m", 0.25),
      spent("m", 0.5),
    );
    expect(folded.lastPromptTokens).toBe(100);
    expect(folded.lastTurn.costUsd).toBe(0.75);
    expect(state(said("one"), { ...spent("m"), kind: "title" }).lastPromptTokens).toBeNull();
  });

  test("SES-14 (part): a request is open until its reply is in the log", () => {
    expect(state(said("go"), requested()).openRequest?.requestId).toBe("r1");
    expect(state(said("go"), requested(), replied("ok")).openRequest).toBeNull();
    expect(state({ ...requested(), kind: "title" }).openRequest).toBeNull();
  });
});

describe("usage", () => {
  test("C24: totals add what vendors report; unknown prices are counted, not taken for free", () => {
    const entries = entriesOf(spent("m", 0.5), spent("m", null), spent("m", 0.25));
    const totals = entries.reduce(
      (sum, entry) => (entry.type === "usage" ? addUsage(sum, entry) : sum),
      NO_TOTALS,
    );
    expect(totals).toMatchObject({
      requests: 3,
      input: 300,
      output: 30,
      cacheRead: 180,
      unpriced: 1,
    });
    expect(knownCost(totals)).toBe(0.75);
    expect(cacheHitRatio(totals)).toBeCloseTo(0.6);
    expect(cacheHitRatio(NO_TOTALS)).toBe(0);
    expect(knownCost(NO_TOTALS)).toBe(0);
    expect(knownCost({ ...NO_TOTALS, requests: 1, unpriced: 1 })).toBeNull();
  });
});

test("a kept fold looks at each entry once, and starts again on another branch", () => {
  const looked: string[] = [];
  const fold = branchFold(EMPTY_STATE, (folded, entry) => {
    looked.push(entry.id);
    return reduceState(folded, entry);
  });
  const branch = entriesOf(said("one"), replied("", [call("a")]), resulted("a"), said("two"));
  fold(branch.slice(0, 2));
  expect(fold(branch)).toEqual(foldState(branch));
  expect(looked).toEqual(["e1", "e2", "e3", "e4"]);
  const other = [...branch.slice(0, 1), ...branch.slice(3)];
  expect(fold(other)).toEqual(foldState(other));
  expect(looked.slice(4)).toEqual(["e1", "e4"]);
});
