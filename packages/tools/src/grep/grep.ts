import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { pathsIn, subjectOf } from "../search/path-input.ts";
import type { SearchServices } from "../search/services.ts";
import { shownName } from "../workspace/shown-name.ts";
import { findMatches, type Matches } from "./find-matches.ts";
import { showMatches } from "./matches-to-model.ts";

export function grepTool(services: SearchServices): Tool {
  return defineTool({
    name: "grep",
    description: "Search file contents by regex (Rust syntax); ignore files are respected.",
    effect: "read",
    input: z.object({
      pattern: z.string().min(1),
      path: pathsIn().optional().describe("Files or folders"),
      glob: z.string().min(1).optional().describe("e.g. *.{ts,tsx}"),
      type: z.string().min(1).optional().describe("e.g. ts, py"),
      ignoreCase: z.boolean().optional(),
      multiline: z.boolean().optional().describe("Span lines, . matches newline"),
      context: z.int().min(0).max(1_000).optional().describe("Lines around"),
      limit: z.int().min(1).max(100_000).optional(),
      output: z.enum(["content", "files", "count"]).optional(),
    }),

    subject: ({ path }) => subjectOf(path),

    async run(input, context) {
      const matches = await findMatches(input, services, context);
      return { matches, shown: showMatches(matches, input, services.anchorOf) };
    },

    toModel: ({ shown }) => shown.text,

    details: ({ matches, shown }) => ({
      truncated: shown.isCut,
      data: dataOf(matches),
    }),

    summary: ({ pattern, path }) =>
      `grep ${shownName(pattern)}${path === undefined ? "" : ` in ${subjectOf(path)}`}`,
  });
}

/** Of a search that stopped early nobody knows the numbers. */
function dataOf({ total, files, isExact }: Matches) {
  return isExact ? { matches: total, files } : {};
}
