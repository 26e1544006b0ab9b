import { languageOf } from "./parse-source.ts";
import type { Language } from "./parse-source.ts";

/** Parsing takes about a second per megabyte. */
const MOST_CHARS = 512 * 1024;

/** The language in which a file is shown and edited by chunks; null: by lines. */
export function chunkLanguage(name: string, chars: number): Language | null {
  return chars > MOST_CHARS ? null : languageOf(name);
}
