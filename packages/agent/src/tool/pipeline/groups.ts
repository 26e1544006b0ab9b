import type { Prepared } from "./prepare.ts";

/** Consecutive calls that may run side by side; any other stands alone (C23, TOOL-10). */
export function groupsOf(calls: readonly Prepared[]): readonly (readonly Prepared[])[] {
  const groups: Prepared[][] = [];
  let open: Prepared[] | null = null;
  for (const call of calls) {
    if (!isShared(call)) {
      groups.push([call]);
      open = null;
    } else if (open === null) groups.push((open = [call]));
    else open.push(call);
  }
  return groups;
}

/** The effect of this very call outranks what its tool says in general. */
function isShared(prepared: Prepared): boolean {
  if (prepared.type === "ended") return true;
  const { tool, call } = prepared;
  switch (call.effect) {
    case "read":
      return tool.concurrency !== "exclusive";
    case "network":
    case "ask":
      return tool.concurrency === "shared";
    case "write":
    case "execute":
      return false;
  }
}
