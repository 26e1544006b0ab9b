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
  const here = partsOf(tree, tree.leafId);
  const sources = new Set(imported && !here.isLifted ? [IMPORTED] : []);
  const branches = new Set<string>();
  const add = (parts: Parts): void => {
    for (const source of parts.sources) sources.add(source);
    for (const fromId of parts.branches) branches.add(fromId);
  };
  add(here);
  // Those that come along the way are reached too, each once: also in a log that goes round in a circle.
  for (const fromId of branches) add(partsOf(tree, fromId));
  return [...sources];
}

/** What a branch holds since it was last lifted: what it read itself, and the branches it sums up. */
type Parts = {
  readonly sources: ReadonlySet<string>;
  readonly branches: ReadonlySet<string>;
  readonly isLifted: boolean;
};

function partsOf(tree: OpenSession["tree"], leafId: string | null): Parts {
  const [sources, branches] = [new Set<string>(), new Set<string>()];
  let isLifted = false;
  for (const { kind, value } of tree.entries(leafId)) {
    if (kind !== "known") continue;
    if (value.type === "custom" && value.customType === UNTAINT_ENTRY) {
      sources.clear();
      branches.clear();
      isLifted = true;
    } else if (value.type === "branch_summary" && tree.get(value.fromId) !== undefined) {
      // The branch that was left can be looked at itself.
      branches.add(value.fromId);
    } else {
      const source = outsideSource(value);
      if (source !== null) sources.add(source);
    }
  }
  return { sources, branches, isLifted };
}
