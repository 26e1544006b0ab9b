import { add, change } from "./live.ts";
import type { AgentItem } from "./item.ts";
import type { Reducers } from "./reducer.ts";
import type { View } from "./view.ts";

/** Phases, subagents and sources of a turn (TUI-12). */
export const workReducers: Reducers = {
  "phase.changed": (view, { phase, status }) => ({
    ...view,
    phase: { name: phase, status, percent: null, message: "" },
  }),
  "progress.reported": (view, { percent, message }) => {
    const { phase, activity } = view;
    if (phase !== null) return { ...view, phase: { ...phase, percent, message } };
    return activity === null ? view : { ...view, activity: { ...activity, text: message } };
  },
  "agent.started": (view, { runId, agentId, task }, { at }) => {
    const item: AgentItem = {
      kind: "agent",
      id: agentId,
      at,
      runId,
      agentId,
      task,
      running: true,
      step: 0,
      summary: "",
      ok: null,
      durationMs: null,
      costUsd: null,
    };
    return withAgents(add(view, item));
  },
  "agent.updated": (view, { agentId, step, summary }) =>
    withAgents(change(view, "agent", agentId, (item) => ({ ...item, step, summary }))),
  "agent.finished": (view, { agentId, ok, summary, steps, durationMs, costUsd }) =>
    withAgents(
      change(view, "agent", agentId, (item) => {
        const end = { ok, summary, step: steps, durationMs, costUsd };
        return { ...item, running: false, ...end };
      }),
    ),
  "citation.checked": (view, { runId, citation }, { at }) => {
    const id = `${runId}:citations`;
    const has = view.live.some((item) => item.id === id);
    if (!has) return add(view, { kind: "citations", id, at, runId, citations: [citation] });
    return change(view, "citations", id, (item) => ({
      ...item,
      citations: [...item.citations, citation],
    }));
  },
};

function withAgents(view: View): View {
  const agents = view.live.filter((item) => item.kind === "agent" && item.running);
  return { ...view, agents: agents as readonly AgentItem[] };
}
