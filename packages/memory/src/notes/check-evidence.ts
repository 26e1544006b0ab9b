import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { readPlain } from "@squire/platform";
import { findQuote } from "@squire/ranking";
import { sha256 } from "../index/writer.ts";
import type { Note } from "./note.ts";

export type Standing = "holds" | "stale" | "superseded";

/** No evidence is larger: a device or a log given by mistake is. */
const MOST_BYTES = 4_000_000;

/**
 * Whether what a note stands on is still there: each quote, word by word, in its file. A note without evidence holds
 * until somebody says otherwise. Only files of the project count: a note is no way to ask what stands elsewhere.
 */
export function standingOf(
  { evidence, supersededBy }: Pick<Note, "evidence" | "supersededBy">,
  root: string | null,
): Standing {
  if (supersededBy !== undefined) return "superseded";
  const isThere = evidence.every(({ path, quote }) => {
    const text = root === null ? null : readInside(root, path);
    return text !== null && findQuote(text, quote)?.how === "exact";
  });
  return isThere ? "holds" : "stale";
}

/** SHA-256 of a file that evidence names; null when it is none of the project. */
export function evidenceHash(root: string | null, path: string): string | null {
  const text = root === null ? null : readInside(root, path);
  return text === null ? null : sha256(text);
}

/** Null when it is no small regular file of the project. */
function readInside(root: string, path: string): string | null {
  try {
    const top = realpathSync(root);
    const file = realpathSync(resolve(top, path));
    return file.startsWith(top.endsWith(sep) ? top : top + sep) ? readSmall(file) : null;
  } catch {
    return null;
  }
}

function readSmall(file: string): string | null {
  const read = readPlain(file, { most: MOST_BYTES, links: "refuse" });
  return read.type === "bytes" ? new TextDecoder().decode(read.bytes) : null;
}
