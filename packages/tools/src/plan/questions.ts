import type { Plan, Question } from "@squire/protocol";

/** PLAN-1. Answered by `answerPlan` of the host. */
export function planQuestion(callId: string, plan: Plan): Question {
  return {
    questionId: callId,
    callId,
    kind: "plan",
    prompt: plan.summary ?? "Is this plan right?",
    options: [
      { id: "refine", title: "Refine", summary: "Say what should change" },
      { id: "approve", title: "Approve", summary: "Leave plan mode and carry it out" },
      { id: "cancel", title: "Cancel", summary: "Leave plan mode without doing it" },
    ],
    allowCustom: true,
    plan,
  };
}

/** PLAN-2. */
export function checkpointQuestion(callId: string, title: string, plan: Plan): Question {
  return {
    questionId: callId,
    callId,
    kind: "checkpoint",
    prompt: `Done: ${title}`,
    options: [
      { id: "stop", title: "Stop here" },
      { id: "continue", title: "Continue" },
      { id: "revise", title: "Revise the rest", summary: "Say what should change" },
    ],
    allowCustom: true,
    plan,
  };
}

/** PLAN-3. */
export function revisionQuestion(callId: string, prompt: string, plan: Plan): Question {
  return {
    questionId: callId,
    callId,
    kind: "revision",
    prompt,
    options: [
      { id: "reject", title: "Keep the plan as it was" },
      { id: "accept", title: "Accept the revision" },
    ],
    allowCustom: true,
    plan,
  };
}
