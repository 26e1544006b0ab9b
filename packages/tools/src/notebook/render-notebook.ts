import type { JsonObject, JsonValue } from "@squire/protocol";
import { cutText } from "../workspace/cut-text.ts";
import { cellAt, isObject, joined, type NotebookFile } from "./notebook-file.ts";

/** Of each output of a cell, in characters. */
const MOST_OUTPUT = 2_000;

/** A notebook for reading: each cell with its index, its source and what it has put out. */
export function renderNotebook(notebook: NotebookFile): string {
  return notebook.cells.map((_, at) => renderCell(cellAt(notebook, at), at)).join("\n");
}

function renderCell(cell: JsonObject, index: number): string {
  const type = typeof cell["cell_type"] === "string" ? cell["cell_type"] : "unknown";
  const source = joined(cell["source"]);
  const outputs = Array.isArray(cell["outputs"]) ? cell["outputs"] : [];
  return [
    `[cell ${index}] ${type}`,
    ...(source === "" ? [] : [source.replace(/\n$/, "")]),
    ...outputs.filter(isObject).map((output) => `[output] ${outputText(output)}`),
  ].join("\n");
}

function outputText(output: JsonObject): string {
  if (output["output_type"] === "error") {
    return `${joined(output["ename"])}: ${clipped(joined(output["evalue"]))}`;
  }
  const text = joined(output["text"]);
  if (text !== "") return clipped(text);
  const data = isObject(output["data"]) ? output["data"] : {};
  const plain = joined(data["text/plain"]);
  const others = Object.entries(data).filter(([type]) => type !== "text/plain");
  return [...(plain === "" ? [] : [clipped(plain)]), ...others.map(described)].join("\n");
}

function described([type, value]: readonly [string, JsonValue]): string {
  const size = typeof value === "string" || Array.isArray(value) ? joined(value).length : 0;
  return `<${type}${size > 0 ? `, ${size} characters` : ""}>`;
}

function clipped(text: string): string {
  const plain = text.replace(/\n$/, "");
  const head = cutText(plain, MOST_OUTPUT);
  if (head.length === plain.length) return plain;
  return `${head}… (${plain.length - head.length} more characters)`;
}
