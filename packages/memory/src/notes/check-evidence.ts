import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { findQuote } from "@squire/ranking";
import type { Note } from "./note.ts";

export type Standing = "holds" | "stale";

/** No evidence is larger: a device or a log given by mistake is. */
const MOST_BYTES = 4_000_000;

/**
 * Whether what a note stands on is still there: each quote, word by word, in its file. A note without evidence holds
 * until somebody says otherwise.
 */
export function standingOf({ evidence }: Pick<Note, "evidence">, root: string | null): Standing {
  const isThere = evidence.every(({ path, quote }) => {
    const file = isAbsolute(path) ? path : root === null ? null : resolve(root, path);
    const text = file === null ? null : readSome(file);
    return text !== null && findQuote(text, quote)?.how === "exact";
  });
  return isThere ? "holds" : "stale";
}

function readSome(file: string): string | null {
  try {
    const text = readFileSync(file, "utf8");
    return text.length > MOST_BYTES ? null : text;
  } catch {
    return null;
  }
}
