import { defineTool, type Tool } from "@squire/agent";
import { join } from "node:path";
import { z } from "zod";
import type { FileTree, Listed } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";
import { folderAt } from "../files/folder-at.ts";
import type { FileServices } from "../files/services.ts";
import { cutList } from "../workspace/cut-list.ts";
import { shownName } from "../workspace/shown-name.ts";
import { isSkippedFolder } from "../workspace/skipped-folders.ts";

/** Of so many files the size is looked up; beyond that a name must do. */
const MOST_SIZES = 2_000;

export function lsTool(services: Pick<FileServices, "files">): Tool {
  return defineTool({
    name: "ls",
    description: "List a folder, with file sizes in bytes.",
    effect: "read",
    input: z.object({
      path: z.string().min(1).optional(),
      all: z.boolean().optional().describe("Also .git and dependencies"),
    }),

    subject: ({ path = "." }) => path,

    async run({ path = ".", all = false }, { signal }) {
      const { files } = services;
      const place = await folderAt(files, path, signal);
      const listed = await files.list(place);
      const isShown = ({ name, kind }: Listed): boolean =>
        all || kind !== "folder" || !isSkippedFolder(name);
      const lines = await linesOf(files, place, listed.filter(isShown), signal);
      return { ...cutList(lines), skipped: listed.filter((entry) => !isShown(entry)) };
    },

    toModel({ lines, omitted, skipped }) {
      const names = skipped.map(({ name }) => `${name}/`).join(", ");
      return [
        ...(lines.length === 0 && skipped.length === 0 ? ["(empty folder)"] : lines),
        ...(omitted > 0 ? [`(${omitted} more; use glob to narrow it down)`] : []),
        ...(skipped.length > 0 ? [`(not shown: ${names}; all=true shows them)`] : []),
      ].join("\n");
    },

    details: ({ omitted }) => ({ truncated: omitted > 0 }),

    summary: ({ path = "." }) => `ls ${shownName(path)}`,
  });
}

async function linesOf(
  files: FileTree,
  place: Place,
  listed: readonly Listed[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { name, kind } of listed) {
    signal.throwIfAborted();
    if (kind === "folder") lines.push(`${shownName(name)}/`);
    else if (lines.length >= MOST_SIZES) lines.push(shownName(name));
    else {
      const found = await files.look({ ...place, path: join(place.path, name) });
      const note =
        found?.target == null ? `\t${found?.bytes ?? "?"}` : ` -> ${shownName(found.target)}`;
      lines.push(shownName(name) + note);
    }
  }
  return lines;
}
