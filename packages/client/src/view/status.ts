import type { Status, View } from "./view.ts";

/** The status follows from the rest. */
export function withStatus(view: View): View {
  const status = statusOf(view);
  return status === view.status ? view : { ...view, status };
}

function statusOf({ activity, approvals, questions, inner }: View): Status {
  if (activity !== null && inner.stopping) return "aborting";
  if (approvals.length > 0 || questions.length > 0) return "asking";
  return activity === null ? "idle" : "working";
}
