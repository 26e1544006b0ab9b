import { add } from "./live.ts";
import type { Reducers } from "./reducer.ts";

/** The dials of a session and what stands beside its transcript. */
export const sessionReducers: Reducers = {
  "status.changed": (view, { text }) => {
    const { activity } = view;
    return activity === null ? view : { ...view, activity: { ...activity, text } };
  },
  "title.changed": (view, { title }) => ({ ...view, title }),
  "session.updated": (view, { title }) => ({ ...view, title }),
  "mode.changed": (view, { mode }) => ({ ...view, mode }),
  "trust.changed": (view, { trust }) => ({ ...view, trust }),
  "model.changed": (view, { model, cause }, { at, seq }) => {
    const changed = { ...view, model };
    if (cause === undefined || cause === "user" || cause === "resume") return changed;
    const text = `Going on with ${model} (${cause}).`;
    const head = { kind: "notice", id: `model.changed:${seq}`, at, level: "info" } as const;
    return add(changed, { ...head, runId: null, code: "model.changed", text });
  },
  "thinking.changed": (view, { thinking }) => ({ ...view, thinking }),
  "workplace.changed": (view, { cwd, branch, trusted }) => ({
    ...view,
    workplace: { cwd, branch, trusted },
  }),
  "context.changed": (view, { tokens, window }) => ({ ...view, context: { tokens, window } }),
  "queue.changed": (view, { items }) => ({ ...view, queue: items }),
  "edits.changed": (view, { edits }) => ({ ...view, edits }),
  "taint.changed": (view, { active, sources }) => ({ ...view, taint: { active, sources } }),
  "jobs.changed": (view, { jobs }) => ({ ...view, jobs }),
  "presence.changed": (view, { clients }) => ({ ...view, clients }),
  "todo.changed": (view, { items }) => ({ ...view, todos: items }),
};
