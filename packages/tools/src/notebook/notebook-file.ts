import { ToolError } from "@squire/agent";
import type { JsonObject, JsonValue } from "@squire/protocol";
import { shownName } from "../workspace/shown-name.ts";

/** A notebook as it is stored; whatever we do not know of it is kept. */
export type NotebookFile = {
  readonly json: JsonObject;
  readonly cells: readonly JsonValue[];
};

/** Notebooks hold pictures: they are larger than other texts. */
export const MOST_NOTEBOOK_BYTES = 32 * 1024 * 1024;

/** Fails with words for the model (NB-3). */
export function parseNotebook(text: string, name: string): NotebookFile {
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`${shownName(name)} is not valid JSON: ${why}`, { cause: error });
  }
  const cells = isObject(json) ? json["cells"] : undefined;
  if (!isObject(json) || !Array.isArray(cells)) {
    throw new ToolError(`${shownName(name)} is no notebook: it has no cells array.`);
  }
  return { json, cells };
}

export function serialiseNotebook({ json, cells }: NotebookFile): string {
  return `${JSON.stringify({ ...json, cells }, null, 1)}\n`;
}

/** A cell by its index; what is no cell has nothing in it. */
export function cellAt({ cells }: NotebookFile, index: number): JsonObject {
  const cell = cells[index];
  return isObject(cell) ? cell : {};
}

/** A source or an output is one text or a list of lines. */
export function joined(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value.filter((line) => typeof line === "string").join("");
}

/** As notebooks store it: lines that keep their ends (NB-2). */
export function sourceLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
