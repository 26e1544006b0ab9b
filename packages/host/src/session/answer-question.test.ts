import { describe, expect, test } from "bun:test";
import type { Plan, Question } from "@squire/protocol";
import { answerTo } from "./answer-question.ts";

const plan: Plan = {
  markdown: "# Do it",
  steps: [{ id: "s1", title: "First", action: "edit a.ts", done: false }],
};

function asked(kind: Question["kind"], options: Question["options"] = []): Question {
  return { questionId: "q", kind, prompt: "?", options, allowCustom: true, plan };
}

describe("PLAN-1: a submitted plan", () => {
  test("PLAN-1: approve leaves plan mode and carries the plan along", () => {
    const answered = answerTo(asked("plan"), { optionId: "approve" });
    expect(answered).toMatchObject({ mode: "code", goesOn: true });
    expect(answered.drafts).toEqual([
      { type: "plan", change: "approved", plan },
      { type: "mode_change", mode: "code" },
    ]);
    expect(answered.message).toBe(
      "<plan>\n# Do it\n\n- s1: First: edit a.ts\n</plan>\n\nThe plan is approved. Carry it out.",
    );
  });

  test("PLAN-1: cancel leaves plan mode without executing", () => {
    const answered = answerTo(asked("plan"), { optionId: "cancel", text: "Not now." });
    expect(answered).toMatchObject({ mode: "code", goesOn: false });
    expect(answered.drafts[0]).toMatchObject({ change: "cancelled" });
    expect(answered.message).toEndWith("Not now.");
  });

  test("PLAN-1: refine stays in plan mode with the user's words", () => {
    const answered = answerTo(asked("plan"), { optionId: "refine", text: "Smaller steps." });
    expect(answered).toEqual({
      drafts: [{ type: "plan", change: "refined", plan }],
      message: "Smaller steps.",
      goesOn: true,
    });
  });

  test("PLAN-9 (part): a plan of research is carried out in research mode", () => {
    const answered = answerTo(asked("plan"), { optionId: "approve" }, { approveTo: "research" });
    expect(answered.mode).toBe("research");
    expect(answered.drafts.at(-1)).toEqual({ type: "mode_change", mode: "research" });
  });
});

test("PLAN-2 (part): a checkpoint continues, revises or stops", () => {
  expect(answerTo(asked("checkpoint"), { optionId: "continue" })).toMatchObject({ goesOn: true });
  expect(answerTo(asked("checkpoint"), { optionId: "stop" })).toMatchObject({
    goesOn: false,
    drafts: [{ change: "stopped" }],
  });
  expect(answerTo(asked("checkpoint"), { text: "skip s2" }).message).toBe("skip s2");
});

test("PLAN-3 (part): a revision is taken over only when it is accepted", () => {
  expect(answerTo(asked("revision"), { optionId: "accept" }).drafts).toEqual([
    { type: "plan", change: "revised", plan },
  ]);
  expect(answerTo(asked("revision"), { optionId: "reject" }).drafts).toEqual([]);
});

test("PLAN-4 (part): a choice comes back as the user's words", () => {
  const question = asked("choice", [{ id: "a", title: "Apples" }]);
  expect(answerTo(question, { optionId: "a" }).message).toBe("picked a (Apples)");
  expect(answerTo(question, { text: "pears" }).message).toBe("answered: pears");
  expect(answerTo(question, {}).message).toBe("no answer");
});
