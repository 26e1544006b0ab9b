import { createHash } from "node:crypto";
import { lineChange } from "../workspace/line-change.ts";
import { splitLines } from "./lines.ts";

/**
 * What a change does to a file, by its content alone: the same change has the same hash whichever
 * tool makes it, and also after another part of the file has changed (EDIT-9). Null stands for no
 * file. `path` is absolute.
 */
export function changeHash(path: string, before: string | null, after: string | null): string {
  const { removed, added } = lineChange(plain(before), plain(after));
  const what = [path, before === null, after === null, removed, added];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

/** Blanks at the ends of lines and how lines end do not make it another change. */
function plain(text: string | null): readonly string[] {
  return splitLines(text ?? "").map((line) => line.text.trimEnd());
}
