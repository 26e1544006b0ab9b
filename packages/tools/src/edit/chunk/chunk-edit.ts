import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { detailsOf, outcomeOf, toldOf } from "../edit-outcome.ts";
import { editSummary } from "../edit-summary.ts";
import { saveEdits } from "../text-file.ts";
import type { EditServices } from "../text-file.ts";
import { editChunks } from "./edit-chunks.ts";

/** The variant `chunk` (EDIT-5). */
export function chunkEditTool(services: EditServices): Tool {
  return defineTool({
    name: "edit",
    description:
      "Change chunks of a file, or lines by their anchors, as read shows them; all ops or none.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      ops: z
        .array(
          z.object({
            op: z.enum(["replace", "append", "prepend", "delete", "splice"]),
            at: z.string().describe("e.g. Class/method#a3x9"),
            to: z.string().optional().describe("Last line of a range of lines"),
            search: z.string().optional().describe("What splice replaces by text in the chunk"),
            text: z.string().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    subject: ({ path }) => path,

    async run({ path, ops }, { signal }) {
      const { edit, note } = await editChunks(services, path, ops, signal);
      await saveEdits(services, [edit], signal);
      return { ...(await outcomeOf([edit])), notes: note === null ? [] : [note] };
    },

    toModel: toldOf,
    details: detailsOf,
    summary: ({ path, ops }) => editSummary(path, ops.length),
  });
}
