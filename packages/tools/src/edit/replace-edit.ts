import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import { shownName } from "../workspace/shown-name.ts";
import { detailsOf, outcomeOf, toldOf } from "./edit-outcome.ts";
import { replaceText } from "./replace-text.ts";
import { openOrNew, openText, saveEdits } from "./text-file.ts";
import type { EditServices, FileEdit } from "./text-file.ts";

/** The variant `replace` (EDIT-2). */
export function replaceEditTool(services: EditServices): Tool {
  return defineTool({
    name: "edit",
    description: "Replace text in a file; search must stand there exactly once, to the letter.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      search: z.string().describe('"" creates a new file'),
      replace: z.string(),
      all: z.boolean().optional().describe("Replace every place"),
    }),
    subject: ({ path }) => path,

    async run({ path, search, replace, all }, { signal }) {
      const edit =
        search === ""
          ? await created(services, path, replace, signal)
          : await replaced(services, path, { search, replace, all }, signal);
      await saveEdits(services, [edit], signal);
      return outcomeOf([edit]);
    },

    toModel: toldOf,
    details: detailsOf,
    summary: ({ path }) => `edit ${shownName(path)}`,
  });
}

async function created(
  services: EditServices,
  path: string,
  text: string,
  signal: AbortSignal,
): Promise<FileEdit> {
  const file = await openOrNew(services, path, signal);
  if (file.hash !== null) {
    throw new ToolError(`${file.place.name} exists. An empty search is for new files only.`);
  }
  return { file, text };
}

async function replaced(
  services: EditServices,
  path: string,
  change: { readonly search: string; readonly replace: string; readonly all?: boolean | undefined },
  signal: AbortSignal,
): Promise<FileEdit> {
  const file = await openText(services, path, signal);
  const result = replaceText(file.text, change);
  if (!result.ok) throw new ToolError(`${file.place.name} was not edited. ${result.message}`);
  if (result.text === file.text) {
    throw new ToolError(`${file.place.name} was not edited: search and replace are the same.`);
  }
  return { file, text: result.text };
}
