import { createHash } from "node:crypto";
import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { checkFresh } from "../files/check-fresh.ts";
import type { FileServices } from "../files/services.ts";
import { writablePlace } from "../files/writable-place.ts";
import { diffOf } from "../workspace/diff-of.ts";
import { shownName } from "../workspace/shown-name.ts";
import { changeCells, type CellChange } from "./change-cells.ts";
import { MOST_NOTEBOOK_BYTES, parseNotebook, serialiseNotebook } from "./notebook-file.ts";

export function notebookTool(services: FileServices): Tool {
  return defineTool({
    name: "notebook",
    description: "Edit, insert or delete a cell of a Jupyter notebook; runs nothing.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      action: z.enum(["edit", "insert", "delete"]),
      cell_index: z.number(),
      content: z.string().optional(),
      cell_type: z.enum(["code", "markdown", "raw"]).optional(),
    }),

    subject: ({ path }) => path,

    async run({ path, ...change }, { signal }) {
      const { files, seen, onChanged } = services;
      const place = await writablePlace(files, path);
      const { bytes, hash } = await files.read(place, { most: MOST_NOTEBOOK_BYTES, signal });
      checkFresh(seen, place, hash);
      const text = new TextDecoder().decode(bytes);
      const { notebook, removed, before, after } = changeCells(
        parseNotebook(text, place.name),
        change,
      );
      const written = Buffer.from(serialiseNotebook(notebook));
      signal.throwIfAborted();
      await files.replace(place, written, { was: hash, signal });
      seen.note(place.path, createHash("sha256").update(written).digest("hex"));
      onChanged([place.path]);
      const diff = await diffOf(place.name, before, after);
      return { name: place.name, change, removed, diff, count: notebook.cells.length };
    },

    toModel: ({ name, change, removed, count }) =>
      `${words(change)} ${shownName(name)}, which has ${count} cells now.${removed === null ? "" : `\nIts source was:\n${removed}`}`,

    details: ({ name, diff }) => ({
      changedFiles: [name],
      ...(diff === null ? {} : { data: { diff } }),
    }),

    summary: ({ path, action, cell_index: index }) =>
      `${action} cell ${index} of ${shownName(path)}`,
  });
}

function words({ action, cell_index: index }: CellChange): string {
  if (action === "edit") return `Edited cell ${index} of`;
  return action === "insert" ? `Inserted cell ${index} into` : `Deleted cell ${index} of`;
}
