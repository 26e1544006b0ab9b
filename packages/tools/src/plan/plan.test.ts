import { expect, test } from "bun:test";
import { ToolStop } from "@squire/agent";
import type { JsonObject, Trust } from "@squire/protocol";
import { rejectionOf } from "@squire/testkit";
import { MemoryBoard } from "../testing/memory-board.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import type { HeadlessPlan } from "./board.ts";
import { markStepCompleteTool } from "./mark-step-complete.ts";
import { revisePlanTool } from "./revise-plan.ts";
import { submitPlanTool } from "./submit-plan.ts";

function rig(headless: HeadlessPlan | null = null, trust: Trust = "auto") {
  const board = new MemoryBoard();
  const services = { board, headless, trust: () => trust };
  const context = bench("/");
  return {
    board,
    submit: (args: JsonObject) => runTool(submitPlanTool(services), args, context),
    mark: (args: JsonObject) => runTool(markStepCompleteTool(services), args, context),
    markTold: (args: JsonObject) => told(markStepCompleteTool(services), args, context),
    revise: (args: JsonObject) => runTool(revisePlanTool(services), args, context),
  };
}

async function stopOf(promise: Promise<unknown>): Promise<ToolStop> {
  const error = await rejectionOf(promise);
  if (!(error instanceof ToolStop)) throw new Error(`no stop: ${String(error)}`);
  return error;
}

const steps = [
  { id: "a", title: "First", action: "do this" },
  { title: "Second", risk: "high" },
  { id: "a", title: "Third" },
];

test("PLAN-1: a plan ends the turn with a question that faces can draw", async () => {
  const { submit, board } = rig();
  const stop = await stopOf(submit({ plan: "# Plan", steps, summary: "Three things" }));
  expect(stop.payload).toMatchObject({ kind: "plan", prompt: "Three things", allowCustom: true });
  expect(stop.reason).toBe("question");
  expect(board.changes).toEqual(["submitted"]);
  expect(board.current?.steps.map(({ id }) => id)).toEqual(["a", "s2", "a_2"]);
  expect(board.current?.steps[1]).toEqual({
    id: "s2",
    title: "Second",
    action: "Second",
    risk: "high",
    done: false,
  });
});

test("PLAN-6: without anybody there, the policy answers", async () => {
  const approving = rig("approve");
  expect(textOf(await approving.submit({ plan: "p", steps }))).toContain("approved");
  expect(approving.board.changes).toEqual(["submitted", "approved"]);
  const stopping = rig("stop");
  expect((await stopOf(stopping.submit({ plan: "p" }))).reason).toBe("question");
});

test("PLAN-2: a finished step goes on by itself in auto, unless it was risky", async () => {
  const { submit, mark, markTold, board } = rig();
  await stopOf(submit({ plan: "p", steps }));
  const end = await mark({ stepId: "a", result: "did it" });
  expect(textOf(end)).toBe("Step a is done. Next: s2 Second");
  expect(end.details.data).toMatchObject({ kind: "step_completed", stepId: "a" });
  const stop = await stopOf(mark({ stepId: "s2", result: "did it too", notes: "careful" }));
  expect(stop.payload).toMatchObject({ kind: "checkpoint", prompt: "Done: Second" });
  expect(board.current?.steps.map(({ done }) => done)).toEqual([true, true, false]);
  expect(await markTold({ stepId: "x", result: "?" })).toContain("[ ] a_2: Third");
});

test("PLAN-2: in review every step is a checkpoint", async () => {
  const { submit, mark } = rig(null, "review");
  await stopOf(submit({ plan: "p", steps }));
  expect((await stopOf(mark({ stepId: "a", result: "r" }))).payload).toMatchObject({
    kind: "checkpoint",
  });
});

test("PLAN-2: without a plan the model is told so", async () => {
  expect(await rig().markTold({ stepId: "a", result: "r" })).toBe(
    "! There is no plan. Go on without this tool.",
  );
});

test("PLAN-3: a revision replaces only what is not done, and is shown as a diff", async () => {
  const { submit, mark, revise, board } = rig();
  await stopOf(submit({ plan: "p", steps: [...steps.slice(0, 1), { id: "b", title: "Old" }] }));
  await mark({ stepId: "a", result: "r" });
  const stop = await stopOf(
    revise({ reason: "found more", remainingSteps: [{ id: "a", title: "New" }] }),
  );
  expect(stop.payload).toMatchObject({
    kind: "revision",
    prompt: "found more\n- [ ] b: Old\n  [x] a: First\n+ [ ] a_2: New",
  });
  // Nothing has changed until the user accepts.
  expect(board.current?.steps.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("PLAN-3: with the policy approve a revision holds at once", async () => {
  const { submit, revise, board } = rig("approve");
  await submit({ plan: "p", steps });
  const end = await revise({ reason: "r", remainingSteps: [{ title: "Only" }], summary: "s" });
  expect(textOf(end)).toBe("The plan is revised:\n[ ] s1: Only");
  expect(board.current?.summary).toBe("s");
});
