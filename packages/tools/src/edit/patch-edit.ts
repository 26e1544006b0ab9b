import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import { detailsOf, outcomeOf, toldOf } from "./edit-outcome.ts";
import { parsePatch } from "./patch/parse-patch.ts";
import { patchPaths } from "./patch/patch-paths.ts";
import { planPatch } from "./patch/plan-patch.ts";
import { saveEdits } from "./text-file.ts";
import type { EditServices } from "./text-file.ts";

/** The variant `patch` (EDIT-7). */
export function patchEditTool(services: EditServices): Tool {
  return defineTool({
    name: "edit",
    description:
      "Apply a patch: *** Begin Patch … *** End Patch, or a unified diff. All or nothing.",
    effect: "write",
    input: z.object({ patch: z.string().min(1) }),
    subject: ({ patch }) => patchPaths(patch).join("\n"),

    async run({ patch }, { signal }) {
      const parsed = parsePatch(patch);
      if (!parsed.ok) {
        throw new ToolError(
          `Nothing was changed: line ${parsed.line} of the patch: ${parsed.message}`,
        );
      }
      const edits = await planPatch(services, parsed.changes, signal);
      await saveEdits(services, edits, signal);
      return outcomeOf(edits);
    },

    toModel: toldOf,
    details: detailsOf,
    summary: ({ patch }) => `patch ${patchPaths(patch).join(", ") || "(unreadable)"}`,
  });
}
