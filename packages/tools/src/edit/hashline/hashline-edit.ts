import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { detailsOf, outcomeOf, toldOf } from "../edit-outcome.ts";
import { editSummary } from "../edit-summary.ts";
import { saveEdits } from "../text-file.ts";
import type { EditServices } from "../text-file.ts";
import { editLines } from "./edit-lines.ts";

/** The variant `hashline` (EDIT-4). */
export function hashlineEditTool(services: EditServices): Tool {
  return defineTool({
    name: "edit",
    description: "Change lines of a file by the anchors that read shows; all ops or none.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      ops: z
        .array(
          z.object({
            op: z.enum(["replace", "insert_after", "insert_before", "delete"]),
            at: z.string().describe("e.g. 12#a3x"),
            to: z.string().optional().describe("Last line of a range"),
            text: z.string().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    subject: ({ path }) => path,

    async run({ path, ops }, { signal }) {
      const { edit, note } = await editLines(services, path, ops, signal);
      await saveEdits(services, [edit], signal);
      return { ...(await outcomeOf([edit])), notes: note === null ? [] : [note] };
    },

    toModel: toldOf,
    details: detailsOf,
    summary: ({ path, ops }) => editSummary(path, ops.length),
  });
}
