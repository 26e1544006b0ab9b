import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { fitting, grouped } from "../search/shown-list.ts";
import type { SearchServices } from "../search/services.ts";
import { countFrom, pathsIn, subjectOf } from "../search/path-input.ts";
import { shownName } from "../workspace/shown-name.ts";
import { findPaths, type FoundPaths } from "./find-paths.ts";

const LIMIT = 1_000;
const MOST_LIMIT = 100_000;

export function globTool(services: SearchServices): Tool {
  return defineTool({
    name: "glob",
    description: "List files whose path fits a glob, e.g. *.ts or src/**/*.{js,css}.",
    effect: "read",
    input: z.object({
      pattern: z.string(),
      path: pathsIn().optional(),
      limit: z.number().optional(),
      sort: z.enum(["path", "mtime"]).optional(),
    }),

    subject: ({ path }) => subjectOf(path),

    run({ pattern, path, limit, sort = "path" }, context) {
      const most = countFrom(limit, LIMIT, MOST_LIMIT);
      return findPaths({ pattern, path, limit: most, sort }, services, context);
    },

    toModel: (found) => shown(found).text,

    details: (found) => ({
      truncated: shown(found).count < found.total,
      data: { total: found.total, shown: shown(found).count },
    }),

    summary: ({ pattern, path }) =>
      `glob ${shownName(pattern)}${path === undefined ? "" : ` in ${subjectOf(path)}`}`,
  });
}

function shown({ names, total }: FoundPaths): { readonly text: string; readonly count: number } {
  if (total === 0) {
    const text =
      "No file fits. Ignored files and those that begin with a dot are left out unless the pattern or path names them; ** fits any folders.";
    return { text, count: 0 };
  }
  const { lines } = fitting(names.map(shownName));
  const rest = lines.length < total ? `\n${restOf(lines.length, total)}` : "";
  return { text: lines.join("\n") + rest, count: lines.length };
}

function restOf(count: number, total: number): string {
  return `(${grouped(count)} of ${grouped(total)} files; narrow the pattern or path, or raise limit)`;
}
