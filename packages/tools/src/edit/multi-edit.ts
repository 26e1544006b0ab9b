import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import { detailsOf, outcomeOf, toldOf } from "./edit-outcome.ts";
import { editSummary } from "./edit-summary.ts";
import { replaceText } from "./replace-text.ts";
import { openText, saveEdits } from "./text-file.ts";
import type { EditServices } from "./text-file.ts";

/** Several replacements in one file, each on what the one before left: all or none (EDIT-6). */
export function multiEditTool(services: EditServices): Tool {
  return defineTool({
    name: "multi_edit",
    description: "Several replacements in one file, in order; all or none.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      edits: z
        .array(
          z.object({
            search: z.string().min(1),
            replace: z.string(),
            all: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    subject: ({ path }) => path,

    async run({ path, edits }, { signal }) {
      const file = await openText(services, path, signal);
      let { text } = file;
      for (const [at, edit] of edits.entries()) {
        const result = replaceText(text, edit);
        if (!result.ok) {
          throw new ToolError(
            `${file.place.name} was not edited: edits[${at}] of ${edits.length} does not apply. ${result.message}`,
          );
        }
        text = result.text;
      }
      await saveEdits(services, [{ file, text }], signal);
      return outcomeOf([{ file, text }]);
    },

    toModel: toldOf,
    details: detailsOf,
    summary: ({ path, edits }) => editSummary(path, edits.length),
  });
}
