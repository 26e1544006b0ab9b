import type { Mode } from "@squire/protocol";

/** What research works with: it looks things up, and asks (RES-4, C9). */
const RESEARCH: ReadonlySet<string> = new Set([
  "web_search",
  "web_fetch",
  "local_search",
  "open_source",
  "note_evidence",
  "read",
  "grep",
  "glob",
  "ls",
  "find_file",
  "ast_grep",
  "memory_search",
  "recall_memory",
  "semantic_search",
  "ask",
  "ask_choice",
]);

const ONLY_RESEARCH: ReadonlySet<string> = new Set([
  "local_search",
  "open_source",
  "note_evidence",
]);

export type OfferedSources = "local" | "web" | "all";

/** Whether a mode offers a tool. What stands outside of the sources that are wanted is not offered either. */
export function isOffered(name: string, mode: Mode, sources: OfferedSources): boolean {
  if (mode !== "research") return !ONLY_RESEARCH.has(name);
  if (!RESEARCH.has(name)) return false;
  const isWeb = name.startsWith("web_");
  if (name === "note_evidence" || name === "open_source" || name.startsWith("ask")) return true;
  return sources === "all" || (sources === "web") === isWeb;
}
