import { ToolError } from "@squire/agent";

export type PageRange = { readonly from: number; readonly to: number };

/** What is read of a PDF file at once. */
const MOST_PAGES = 20;

/** From `pages=3-5`, `3-5`, `pages=7` or nothing; no more than twenty. */
export function pageRange(selector: string, total: number): PageRange {
  const text = selector.replace(/^\?/, "").replace(/^pages?=/, "");
  const match = /^(\d{1,9})?(-)?(\d{1,9})?$/.exec(text);
  const [, first, dash, last] = match ?? [];
  if (match === null || (text !== "" && first === undefined && last === undefined)) {
    throw new ToolError("Pages of a PDF are named like this: ?pages=3-5");
  }
  const from = Math.max(1, Number(first ?? 1));
  const wanted = last ?? (dash === undefined && first !== undefined ? first : total);
  if (from > total || Number(wanted) < from) {
    throw new ToolError(`The PDF has ${total} pages; there is no page ${from}-${wanted}.`);
  }
  return { from, to: Math.min(Number(wanted), total, from + MOST_PAGES - 1) };
}
