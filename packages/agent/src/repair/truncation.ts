import { scanJson } from "./scan-json.ts";

export type Truncation = {
  /** Whole JSON when `position` is null, else the text as it came. */
  readonly repaired: string;
  readonly changed: boolean;
  /**
   * The repair may have lost something: a text, a number or a list may go on, an argument may be
   * missing. False when only brackets had to be added.
   */
  readonly lossy: boolean;
  readonly notes: readonly string[];
  /** Where the text stops being JSON in a way that closing cannot mend; null when it is whole now. */
  readonly position: number | null;
};

/**
 * Closes what was left open at the end of a JSON text (RPR-3): strings, lists and objects; a missing
 * value becomes null; what cannot be told (half a name, half an escape) is left out. Line breaks
 * written raw inside a string are escaped. Any prefix of a JSON text becomes JSON. Nothing before
 * the end is ever changed in meaning, and time grows with the length only.
 */
export function repairTruncation(text: string): Truncation {
  const scan = scanJson(text);
  if (scan.type === "broken") {
    const notes = [`${scan.what} at character ${scan.at}`];
    return { repaired: text, changed: false, lossy: false, notes, position: scan.at };
  }
  const keep = scan.type === "cut" ? scan.keep : text.length;
  const add = scan.type === "cut" ? scan.add : "";
  const { rawBreaks } = scan;
  const changed = scan.type === "cut" || rawBreaks.length > 0;
  return {
    repaired: changed ? escaped(text.slice(0, keep), rawBreaks) + add : text,
    changed,
    lossy: scan.type === "cut" && scan.lossy,
    notes: [
      ...(scan.type === "cut" ? [scan.note] : []),
      ...(rawBreaks.length > 0 ? ["line breaks inside texts were escaped"] : []),
    ],
    position: null,
  };
}

function escaped(text: string, places: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const at of places) {
    parts.push(text.slice(from, at), JSON.stringify(text.charAt(at)).slice(1, -1));
    from = at + 1;
  }
  return parts.join("") + text.slice(from);
}
