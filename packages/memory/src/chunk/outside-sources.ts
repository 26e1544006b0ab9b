import type { Entry } from "@squire/protocol";
import { IMPORT_NOTE } from "@squire/protocol/values";

/** What stands for the words of a session that was brought in from elsewhere: nobody knows whose they are. */
export const IMPORTED = "an import";

/**
 * What brought text from outside into a session; empty: nothing did. What the model said afterwards may be that text in
 * its own words.
 */
export function outsideSources(entries: Iterable<Entry>): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const entry of entries) {
    const source = outsideSource(entry);
    if (source !== null) sources.add(source);
  }
  return sources;
}

/** As `outsideSources`, of one entry. */
export function outsideSource(entry: Entry): string | null {
  switch (entry.type) {
    case "tool_result":
      return entry.details.untrusted === true ? entry.outcome.name : null;
    // It may hold what the branch that was left had read.
    case "branch_summary":
      return "another branch";
    case "custom":
      return entry.customType === IMPORT_NOTE ? IMPORTED : null;
    default:
      return null;
  }
}
