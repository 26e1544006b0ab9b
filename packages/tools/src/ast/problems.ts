import { grouped } from "../search/shown-list.ts";
import { shownName } from "../workspace/shown-name.ts";
import type { Skipped } from "./find-nodes.ts";

const MOST_SHOWN = 10;

/** Files that were not searched as they should be, each with its reason. */
export function problemLines(problems: readonly Skipped[]): readonly string[] {
  const shown = problems
    .slice(0, MOST_SHOWN)
    .map(({ name, why }) => `(${shownName(name)}: ${why})`);
  const rest = problems.length - shown.length;
  return rest > 0 ? [...shown, `(and ${grouped(rest)} more files with problems)`] : shown;
}
