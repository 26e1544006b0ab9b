import type { Entry } from "@squire/protocol";
import type { GateState } from "@squire/safety";
import { branchFold } from "@squire/session";

/** The calls whose text came from outside, by entry, oldest first. */
type Untrusted = readonly { readonly entryId: string; readonly source: string }[];

/** The name of the entry that lifts the taint of all before it: `/untaint`. */
export const UNTAINT_ENTRY = "squire.untaint";

/**
 * Whether text from outside is in the model's view (PERM-16): as long as it is, what sends data out
 * asks. `view` gives the entries that the model sees now.
 */
export function taintOf(
  branch: () => readonly Entry[],
  view: () => readonly string[],
): () => GateState["tainted"] {
  const fold = branchFold<Untrusted>([], (known, entry) => {
    if (entry.type === "custom" && entry.customType === UNTAINT_ENTRY) return [];
    return entry.type === "tool_result" && entry.details.untrusted === true
      ? [...known, { entryId: entry.id, source: entry.outcome.name }]
      : known;
  });
  return () => {
    const known = fold(branch());
    if (known.length === 0) return CLEAN;
    const shown = new Set(view());
    const sources = known.flatMap(({ entryId, source }) => (shown.has(entryId) ? [source] : []));
    return { active: sources.length > 0, sources: [...new Set(sources)] };
  };
}

const CLEAN = { active: false, sources: [] } as const;
