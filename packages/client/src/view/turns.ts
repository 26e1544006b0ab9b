import type { AgentEvent } from "@squire/protocol";
import { add, change, closeAll } from "./live.ts";
import type { TurnItem } from "./item.ts";
import type { Moment, Reducers } from "./reducer.ts";
import type { Spending, View } from "./view.ts";

/** Turns and steps, what they cost, and what goes wrong in them. */
export const turnReducers: Reducers = {
  "turn.started": (view, { runId, mode, model }, { at }) => ({
    ...view,
    mode,
    model,
    activity: { runId, startedAt: at, step: 0, text: null },
    agents: [],
    phase: null,
    spending: { ...view.spending, turnUsd: 0 },
    inner: { replies: 0, stopping: false },
  }),
  "step.started": (view, { step }) => {
    const { activity } = view;
    return activity === null ? view : { ...view, activity: { ...activity, step, text: null } };
  },
  "turn.finished": (view, event, moment) => {
    const { reason, usage, costUsd, durationMs } = event;
    return endTurn(view, event, moment, { end: "finished", reason, usage, costUsd, durationMs });
  },
  "turn.aborted": (view, event, moment) => {
    const nothing = { reason: "aborted", usage: null, costUsd: null, durationMs: null } as const;
    return endTurn(view, event, moment, { end: "aborted", ...nothing });
  },
  "turn.failed": (view, { runId, failure }, { at }) => {
    const over = closeTurn(view);
    return add(over, { kind: "error", id: `${runId}:end`, at, runId, failure });
  },
  "stop.ordered": (view) => ({ ...view, inner: { ...view.inner, stopping: true } }),
  "usage.reported": (view, event) => ({ ...view, spending: spend(view.spending, event) }),
  "retry.started": (view, { runId, attempt, waitMs, failure }, { at, seq }) => {
    const id = `${runId}:retry:${attempt}:${seq}`;
    return add(view, { kind: "retry", id, at, runId, attempt, waitMs, failure, ok: null });
  },
  "retry.finished": (view, { runId, attempt, ok }) => {
    const open = view.live.findLast(
      (item) => item.kind === "retry" && item.runId === runId && item.attempt === attempt,
    );
    return open === undefined ? view : change(view, "retry", open.id, (item) => ({ ...item, ok }));
  },
  "fallback.started": (view, { runId, from, to, failure }, moment) =>
    notice(view, moment, {
      runId,
      level: "warning",
      code: "model.fallback",
      text: `${from} does not answer (${failure.message}); asking ${to}.`,
    }),
  "rule.triggered": (view, { runId, rule, message }, moment) =>
    notice(view, moment, {
      runId,
      level: "info",
      code: "rule.triggered",
      text: `${rule}: ${message}`,
    }),
  "warning.raised": (view, { runId = null, code, message }, moment) =>
    notice(view, moment, { runId, level: "warning", code, text: message }),
};

type Ended = Pick<TurnItem, "end" | "reason" | "usage" | "costUsd" | "durationMs">;

function endTurn(view: View, { runId }: { readonly runId: string }, { at }: Moment, end: Ended) {
  return add(closeTurn(view), { kind: "turn", id: `${runId}:end`, at, runId, ...end });
}

/** Nothing of it goes on, and nobody needs to be asked any more. */
function closeTurn(view: View): View {
  const { inner } = view;
  return {
    ...closeAll(view),
    activity: null,
    approvals: [],
    inner: { ...inner, stopping: false },
  };
}

type Notice = {
  readonly runId: string | null;
  readonly level: "info" | "warning";
  readonly code: string;
  readonly text: string;
};

function notice(view: View, { at, seq }: Moment, { code, ...rest }: Notice): View {
  return add(view, { kind: "notice", id: `${code}:${seq}`, at, code, ...rest });
}

function spend(before: Spending, { usage, costUsd }: AgentEvent<"usage.reported">): Spending {
  const input = before.input + (usage.input ?? 0);
  const cacheRead = before.cacheRead + (usage.cacheRead ?? 0);
  return {
    turnUsd: sum(before.turnUsd, costUsd),
    sessionUsd: sum(before.sessionUsd, costUsd),
    input,
    cacheRead,
    cacheShare: cacheShareOf({ input, cacheRead }),
  };
}

export function cacheShareOf({ input, cacheRead }: Pick<Spending, "input" | "cacheRead">) {
  return input === 0 ? null : Math.min(1, cacheRead / input);
}

/** What is not known stays unknown. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
