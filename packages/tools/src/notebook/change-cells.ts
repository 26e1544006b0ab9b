import { createHash } from "node:crypto";
import { ToolError } from "@squire/agent";
import type { JsonObject } from "@squire/protocol";
import { cellAt, isObject, joined, sourceLines, type NotebookFile } from "./notebook-file.ts";

export type CellChange = {
  readonly action: "edit" | "insert" | "delete";
  readonly cell_index: number;
  readonly content?: string | undefined;
  readonly cell_type?: "code" | "markdown" | "raw" | undefined;
};

export type Changed = {
  readonly notebook: NotebookFile;
  /** The source of a cell that is gone. */
  readonly removed: string | null;
  /** The source of the cell before and after. */
  readonly before: string;
  readonly after: string;
};

/** One cell more, less or other (NB-2). Fails with words for the model (NB-3). */
export function changeCells(notebook: NotebookFile, change: CellChange): Changed {
  const { cells } = notebook;
  const { action, cell_index: index } = change;
  checkIndex(cells.length, change);
  const cell = cellAt(notebook, index);
  const [head, tail] = [cells.slice(0, index), cells.slice(index + 1)];
  const source = joined(cell["source"]);
  if (action === "delete") {
    const rest = { ...notebook, cells: [...head, ...tail] };
    return { notebook: rest, removed: source, before: source, after: "" };
  }
  const content = change.content;
  if (content === undefined)
    throw new ToolError(`${action} needs content: the source of the cell.`);
  if (action === "edit") {
    const edited = { ...cell, source: [...sourceLines(content)] };
    const changed = { ...notebook, cells: [...head, edited, ...tail] };
    return { notebook: changed, removed: null, before: source, after: content };
  }
  const made = newCell(notebook, change.cell_type ?? "code", content);
  const grown = { ...notebook, cells: [...head, made, ...cells.slice(index)] };
  return { notebook: grown, removed: null, before: "", after: content };
}

function checkIndex(count: number, { action, cell_index: index }: CellChange): void {
  const most = action === "insert" ? count : count - 1;
  if (Number.isInteger(index) && index >= 0 && index <= most) return;
  const range = most < 0 ? "the notebook has no cells" : `it must be 0 to ${most}`;
  throw new ToolError(`cell_index ${index} is out of range for ${action}: ${range}.`);
}

function newCell(notebook: NotebookFile, type: string, content: string): JsonObject {
  const source = [...sourceLines(content)];
  return {
    ...idFor(notebook, content),
    cell_type: type,
    ...(type === "code" ? { execution_count: null } : {}),
    metadata: {},
    ...(type === "code" ? { outputs: [] } : {}),
    source,
  };
}

/** Newer notebooks give each cell a name; the same change gets the same one. */
function idFor({ cells }: NotebookFile, content: string): JsonObject {
  const taken = new Set(cells.map((cell) => (isObject(cell) ? cell["id"] : undefined)));
  taken.delete(undefined);
  if (taken.size === 0) return {};
  for (let at = 0; ; at++) {
    const id = createHash("sha256").update(`${at} ${cells.length} ${content}`).digest("hex");
    if (!taken.has(id.slice(0, 8))) return { id: id.slice(0, 8) };
  }
}
