import { realpath } from "node:fs/promises";
import { defineTool, ToolError, type Tool, type ToolContext } from "@squire/agent";
import { z } from "zod";
import type { Scan } from "../search/scan/scan-cache.ts";
import type { SearchServices } from "../search/services.ts";
import { grouped } from "../search/shown-list.ts";
import { onDisk } from "../workspace/disk-problem.ts";
import { shownName } from "../workspace/shown-name.ts";
import { parseQuery, scoreOf } from "./score.ts";

const MOST_SHOWN = 20;
/** How many of the best are looked up on the disk for their age. */
const MOST_DATED = 200;
const TIMEOUT_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

type Scored = { readonly path: string; readonly score: number };

export function findFileTool(services: SearchServices): Tool {
  return defineTool({
    name: "find_file",
    description: "Find files of the workspace by a fuzzy part of their path.",
    effect: "read",
    input: z.object({ query: z.string() }),

    subject: ({ query }) => query,

    run: ({ query }, context) => find(query, services, context),

    toModel({ paths, total }) {
      if (total === 0) return "No file is like that. Use fewer letters, or glob.";
      const rest = total - paths.length;
      const more = rest > 0 ? `\n(and ${grouped(rest)} more; type more of the path)` : "";
      return paths.map(shownName).join("\n") + more;
    },

    details: ({ paths, total }) => ({ truncated: paths.length < total }),

    summary: ({ query }) => `find ${shownName(query)}`,
  });
}

async function find(text: string, services: SearchServices, context: ToolContext) {
  const { cwd, signal, clock } = context;
  const query = parseQuery(text);
  if (query.words.length === 0) throw new ToolError("Type a part of a file's name.");
  const root = await onDisk("search", ".", () => realpath(cwd));
  const hidden = query.words.some((word) => word.startsWith(".") || word.includes("/."));
  const withModules = text.includes("node_modules");
  const scored: Scored[] = [];
  const { scan } = await services.scans.find(
    { root, hidden, gitignore: true },
    ({ path, type }) => {
      if (type === "folder" || (!withModules && /(?:^|\/)node_modules\//.test(path))) return false;
      const score = scoreOf(query, path);
      if (score !== null) scored.push({ path, score });
      return score !== null;
    },
    { signal, clock, timeoutMs: TIMEOUT_MS },
  );
  const ranked = byRecency(best(scored), scan, clock.now());
  return { paths: ranked.slice(0, MOST_SHOWN).map(({ path }) => path), total: scored.length };
}

function best(scored: readonly Scored[]): readonly Scored[] {
  return scored.toSorted(byScore).slice(0, MOST_DATED);
}

/** What was changed lately is more likely meant. */
function byRecency(scored: readonly Scored[], scan: Scan, now: number): readonly Scored[] {
  return scored
    .map(({ path, score }) => {
      const days = Math.max(0, now - scan.mtime(path)) / DAY_MS;
      return { path, score: score + 60 * 0.5 ** (days / 7) };
    })
    .sort(byScore);
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.path < b.path ? -1 : 1);
}
