import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { fitting, grouped } from "../search/shown-list.ts";
import type { SearchServices } from "../search/services.ts";
import { pathsIn, subjectOf } from "../search/path-input.ts";
import { shownName } from "../workspace/shown-name.ts";
import { findPaths, type FoundPaths } from "./find-paths.ts";

const LIMIT = 1_000;

export function globTool(services: SearchServices): Tool {
  return defineTool({
    name: "glob",
    description: "List files whose path fits a glob, e.g. *.ts or src/**/*.{js,css}.",
    effect: "read",
    input: z.object({
      pattern: z.string().min(1),
      path: pathsIn().optional(),
      limit: z.int().min(1).max(100_000).optional(),
      sort: z.enum(["path", "mtime"]).optional(),
    }),

    subject: ({ path }) => subjectOf(path),

    async run({ pattern, path, limit = LIMIT, sort = "path" }, context) {
      const found = await findPaths({ pattern, path, limit, sort }, services, context);
      return { ...found, pattern, path };
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
