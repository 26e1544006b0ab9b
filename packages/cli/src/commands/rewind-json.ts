import { actionOf, doubtsOf, uncoveredBy } from "@squire/host/rewind";
import type { Doubts, RewindPlan, RewindResult } from "@squire/host/rewind";

export function doubtsJson({ conflicts, obstacles, later }: Doubts) {
  return { conflicts, obstacles, laterTurns: later };
}

export function planJson(plan: RewindPlan) {
  const { what, to, turns, files, talk } = plan;
  return {
    what,
    to,
    turns,
    files: files.map(({ workspace, steps }) => ({ workspace, changes: changes(steps) })),
    ...doubtsJson(doubtsOf(plan)),
    uncovered: uncoveredBy(plan),
    conversation: talk ?? null,
  };
}

export function resultJson(plan: RewindPlan, result: RewindResult) {
  switch (result.kind) {
    case "done":
    case "unproven":
      return movedJson(plan, result);
    case "needs_confirmation":
      return { done: false, reason: result.kind, ...doubtsJson(result.doubts) };
    case "stale":
      return { done: false, reason: result.kind, paths: result.paths };
    case "failed": {
      const { kind: reason, message, rolledBack } = result;
      return { done: false, reason, message, rolledBack };
    }
  }
}

function movedJson(plan: RewindPlan, result: Extract<RewindResult, { kind: "done" | "unproven" }>) {
  const { conflicts: overwritten, obstacles } = doubtsOf(plan);
  const end =
    result.kind === "done"
      ? { done: true, entryId: result.entryId, conversation: result.talk ?? null }
      : { done: false, reason: result.kind, conversation: null };
  return {
    ...end,
    what: plan.what,
    to: plan.to,
    turns: plan.turns,
    files: result.files.map(({ steps, ...rest }) => ({ ...rest, changes: changes(steps) })),
    overwritten,
    obstacles,
    uncovered: uncoveredBy(plan),
  };
}

function changes(steps: RewindPlan["files"][number]["steps"]) {
  return steps.flatMap((step) => {
    const action = actionOf(step);
    return action === null ? [] : [{ path: step.path, action }];
  });
}
