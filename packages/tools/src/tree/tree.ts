import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { folderAt } from "../files/folder-at.ts";
import type { FileServices } from "../files/services.ts";
import { cutList } from "../workspace/cut-list.ts";
import { shownName } from "../workspace/shown-name.ts";
import { walkTree } from "./walk-tree.ts";

const DEFAULT_DEPTH = 3;
const MOST_DEPTH = 32;

export function treeTool(services: Pick<FileServices, "files">): Tool {
  return defineTool({
    name: "tree",
    description: "Show a folder and what is below it.",
    effect: "read",
    input: z.object({
      path: z.string().min(1).optional(),
      depth: z.int().min(1).max(MOST_DEPTH).optional().describe(`Default ${DEFAULT_DEPTH}`),
      all: z.boolean().optional(),
    }),

    subject: ({ path = "." }) => path,

    async run({ path = ".", depth = DEFAULT_DEPTH, all = false }, { signal }) {
      const { files } = services;
      const place = await folderAt(files, path, signal);
      const { lines, isCut } = await walkTree(files, place, { depth, all, signal });
      const cut = cutList(lines);
      return { lines: cut.lines, omitted: cut.omitted, isCut };
    },

    toModel({ lines, omitted, isCut }) {
      const more = omitted > 0 || isCut;
      return [
        ...(lines.length === 0 ? ["(empty folder)"] : lines),
        ...(more ? ["(not all is shown; ask for a folder below, or less depth)"] : []),
      ].join("\n");
    },

    details: ({ omitted, isCut }) => ({ truncated: omitted > 0 || isCut }),

    summary: ({ path = "." }) => `tree ${shownName(path)}`,
  });
}
