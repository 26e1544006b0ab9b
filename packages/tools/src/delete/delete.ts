import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import type { FileServices } from "../files/services.ts";
import { checkWritable } from "../files/writable-place.ts";
import { shownName } from "../workspace/shown-name.ts";

export function deleteTool(services: FileServices): Tool {
  return defineTool({
    name: "delete",
    description: "Delete a file, link or folder. The user can undo it.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      recursive: z.boolean().optional(),
    }),

    subject: ({ path }) => path,

    async run({ path, recursive = false }, { signal }) {
      const { files, onChanged } = services;
      const place = checkWritable(await files.entry(path), path);
      const found = await files.look(place);
      // Says that there is none, and what there is.
      if (found === null) await files.begin(place, { most: 0, hashed: 0, signal });
      const isFolder = found?.kind === "folder";
      if (isFolder && !recursive && (await files.list(place)).length > 0) {
        throw new ToolError(
          `${shownName(place.name)} is a folder that is not empty. Set recursive to delete it with all that is in it.`,
        );
      }
      signal.throwIfAborted();
      const count = await files.removeAll(place, { signal });
      onChanged([place.path]);
      return { name: place.name, isFolder, count };
    },

    toModel: ({ name, isFolder, count }) =>
      isFolder
        ? `Deleted the folder ${shownName(name)} (${count - 1} names in it).`
        : `Deleted ${shownName(name)}.`,

    details: ({ name, count }) => ({ changedFiles: [name], data: { count } }),

    summary: ({ path, recursive }) =>
      `delete ${shownName(path)}${recursive === true ? " with all in it" : ""}`,
  });
}
