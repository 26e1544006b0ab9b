import { defineTool, ToolError, type Tool } from "@squire/agent";
import type { JsonObject } from "@squire/protocol";
import { z } from "zod";
import { shownName } from "../../workspace/shown-name.ts";
import { detailsOf, outcomeOf, toldOf } from "../edit-outcome.ts";
import type { EditServices } from "../text-file.ts";
import { applyEdits, blocksOf } from "./apply-blocks.ts";

/**
 * The variant `blocks`: the edit of one block in the words of a reply (EDIT-3). The model is not
 * told of it; as a call it passes gate, approval and snapshot like any other edit.
 */
export function blocksEditTool(services: EditServices): Tool {
  return defineTool({
    name: "edit",
    description: "An edit that stood in the words of a reply.",
    effect: "write",
    hidden: true,
    input: z.object({
      path: z.string(),
      search: z.string(),
      replace: z.string(),
      broken: z.string().optional().describe("Why the reply could not be read"),
    }),
    effectOf: ({ broken }) => (broken === undefined ? "write" : "read"),
    subject: ({ path, broken }) => (broken === undefined ? path : null),

    async run({ path, search, replace, broken }, { signal }) {
      if (broken !== undefined) throw new ToolError(broken, { details: statusOf("error") });
      const block = { path, search, replace, line: 1 };
      const [result] = await applyEdits(services, [block], signal);
      if (result === undefined) throw new ToolError("There was no edit.");
      const { status, message, edit } = result;
      if (edit === null) {
        const words = `${shownName(path)} was not edited (${status}). ${message ?? ""}`;
        throw new ToolError(words, { details: statusOf(status) });
      }
      return { status, outcome: await outcomeOf([edit]) };
    },

    toModel: ({ outcome }) => toldOf(outcome),
    details: ({ status, outcome }) => {
      const { data, ...details } = detailsOf(outcome);
      return { ...details, data: { ...(data as JsonObject), status } };
    },
    summary: ({ path }) => `edit ${shownName(path)}`,
  });
}

function statusOf(status: string) {
  return { data: { status } };
}

/** The calls that the words of a reply ask for; one that says why, where they cannot be read. */
export function blockCalls(
  text: string,
): readonly { readonly name: string; readonly args: JsonObject }[] {
  const { edits, broken } = blocksOf(text, { forcedSummary: false });
  if (broken !== null) {
    const message = `Line ${broken.line} of your reply: ${broken.message ?? ""}`;
    const args = { path: "", search: "", replace: "", broken: message };
    return [{ name: "edit", args }];
  }
  return edits.map(({ path, search, replace }) => {
    return { name: "edit", args: { path, search, replace } };
  });
}

/** What the model is told about how it edits; there is no tool that would say so. */
export const BLOCKS_GUIDE = `To change a file, write the change in your reply, one block for each place:

path/of/the/file
<<<<<<< SEARCH
the lines as they stand in the file now
=======
the lines that take their place
>>>>>>> REPLACE

The path stands alone on the line above. SEARCH must be whole lines that stand in the file exactly once, to the letter; leave it empty to create a file. Each block is applied by itself, and you are told what came of it.`;
