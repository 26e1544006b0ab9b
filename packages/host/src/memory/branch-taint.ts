import { IMPORTED, outsideSource } from "@squire/memory";
import type { OpenSession } from "@squire/session";
import { UNTAINT_ENTRY } from "../workbench/taint.ts";

/**
 * What brought text from outside into a session and was not lifted since (`/untaint`). Of the whole branch, unlike the
 * taint of the gate: a summary may still say what a page said, long after the page is out of view.
 */
export function branchTaint({
  tree,
  imported,
}: Pick<OpenSession, "tree" | "imported">): readonly string[] {
  const looked = new Map<string, ReadonlySet<string>>();
  const sourcesOf = (leafId: string | null, first: readonly string[]): ReadonlySet<string> => {
    const sources = new Set(first);
    for (const { kind, value } of tree.entries(leafId)) {
      if (kind !== "known") continue;
      if (value.type === "custom" && value.customType === UNTAINT_ENTRY) sources.clear();
      // The branch that was left can be looked at itself.
      else if (value.type === "branch_summary" && tree.get(value.fromId) !== undefined) {
        for (const source of sourcesOfBranch(value.fromId)) sources.add(source);
      } else {
        const source = outsideSource(value);
        if (source !== null) sources.add(source);
      }
    }
    return sources;
  };
  /** Each is looked at once, and counts wherever it is summed up. */
  const sourcesOfBranch = (fromId: string): ReadonlySet<string> => {
    const known = looked.get(fromId);
    if (known !== undefined) return known;
    // In a log that goes round in a circle, what it holds is added by who is at it.
    looked.set(fromId, new Set());
    const sources = sourcesOf(fromId, []);
    looked.set(fromId, sources);
    return sources;
  };
  return [...sourcesOf(tree.leafId, imported ? [IMPORTED] : [])];
}
