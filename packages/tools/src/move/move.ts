import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import type { FileTree } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";
import type { FileServices } from "../files/services.ts";
import { checkWritable } from "../files/writable-place.ts";
import { shownName } from "../workspace/shown-name.ts";
import { moveTarget } from "./move-target.ts";

export function moveTool(services: FileServices): Tool {
  return defineTool({
    name: "move",
    description: "Move or rename a file or folder.",
    effect: "write",
    input: z.object({
      from: z.string().min(1),
      to: z.string().min(1),
      overwrite: z.boolean().optional(),
    }),

    subject: ({ from }) => from,

    async run({ from, to, overwrite = false }, { signal }) {
      const { files, seen, onChanged } = services;
      const source = checkWritable(await files.entry(from), from);
      const target = checkWritable(await moveTarget(files, source, to), to);
      if ((await files.look(source)) === null) await missing(files, source, signal);
      if (target.path === source.path) {
        throw new ToolError(`${shownName(source.name)} is at that place already.`);
      }
      signal.throwIfAborted();
      await files.move(source, target, { overwrite, signal });
      const hash = seen.hashOf(source.path);
      if (hash !== null) seen.note(target.path, hash);
      onChanged([source.path, target.path]);
      return { from: source.name, to: target.name };
    },

    toModel: ({ from, to }) => `Moved ${shownName(from)} to ${shownName(to)}.`,

    details: ({ from, to }) => ({ changedFiles: [from, to] }),

    summary: ({ from, to }) => `move ${shownName(from)} to ${shownName(to)}`,
  });
}

/** Says what there is instead. */
async function missing(files: FileTree, source: Place, signal: AbortSignal): Promise<void> {
  await files.begin(source, { most: 0, hashed: 0, signal });
}
