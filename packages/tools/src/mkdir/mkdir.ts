import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import type { FileServices } from "../files/services.ts";
import { writablePlace } from "../files/writable-place.ts";
import { shownName } from "../workspace/shown-name.ts";

export function mkdirTool(services: FileServices): Tool {
  return defineTool({
    name: "mkdir",
    description: "Make a folder, with the missing ones above it.",
    effect: "write",
    input: z.object({ path: z.string().min(1) }),

    subject: ({ path }) => path,

    async run({ path }, { signal }) {
      const { files, onChanged } = services;
      const place = await writablePlace(files, path);
      const found = await files.look(place);
      if (found !== null && found.kind !== "folder") {
        throw new ToolError(`${shownName(place.name)} is there already and no folder.`);
      }
      signal.throwIfAborted();
      const made = await files.makeFolder(place);
      if (made.length > 0) onChanged(made);
      return { name: place.name, isNew: made.length > 0 };
    },

    toModel: ({ name, isNew }) =>
      isNew ? `Made ${shownName(name)}/.` : `${shownName(name)}/ is there already.`,

    details: ({ name, isNew }) => ({ changedFiles: isNew ? [name] : [] }),

    summary: ({ path }) => `mkdir ${shownName(path)}`,
  });
}
