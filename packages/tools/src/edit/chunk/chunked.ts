import { outlineOf } from "./outline.ts";
import type { Outline } from "./outline.ts";
import { languageOf } from "./parse-source.ts";
import type { Language } from "./parse-source.ts";

/** Parsing takes about a second per megabyte. */
const MOST_CHARS = 512 * 1024;

export type Chunked = { readonly language: Language; readonly outline: Outline };

/** The chunks of a file; null where it is shown and edited by lines. */
export async function chunksOf(name: string, lines: readonly string[]): Promise<Chunked | null> {
  const language = languageOf(name);
  const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (language === null || chars > MOST_CHARS) return null;
  try {
    return { language, outline: await outlineOf(language, lines) };
  } catch {
    // Not every platform has every grammar. Lines have anchors everywhere.
    return null;
  }
}
