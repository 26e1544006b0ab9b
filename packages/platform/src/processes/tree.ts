import type { ProcessInfo } from "./process-info.ts";

/**
 * The given processes and all that descend from them, the deepest first (SH-17). One that began
 * before its parent is not its child: the parent's number was somebody else's before.
 */
export function deepestFirst(
  table: readonly ProcessInfo[],
  isOurs: (one: ProcessInfo) => boolean,
): readonly ProcessInfo[] {
  const children = Map.groupBy(table, ({ parent }) => parent);
  const depths = new Map<ProcessInfo, number>();
  let level = table.filter(isOurs);
  for (let depth = 0; level.length > 0; depth++) {
    for (const one of level) depths.set(one, depth);
    level = level.flatMap((parent) =>
      (children.get(parent.pid) ?? []).filter(
        // A table that was read while processes came and went may go in circles.
        (child) => child.started >= parent.started && depth < table.length,
      ),
    );
  }
  return [...depths.entries()].sort((one, other) => other[1] - one[1]).map(([one]) => one);
}
