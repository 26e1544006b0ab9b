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
    description: "Search text in files by regex (Rust syntax). Ignored files are left out.",
    effect: "read",
    input: z.object({
      pattern: z.string(),
      path: pathsIn().optional(),
      glob: z.string().optional(),
      type: z.string().optional().describe("e.g. ts"),
      ignoreCase: z.boolean().optional(),
      multiline: z.boolean().optional(),
      context: z.number().optional().describe("Lines around"),
      limit: z.number().optional(),
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
      ...(matches.untrusted ? { untrusted: true } : {}),
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
