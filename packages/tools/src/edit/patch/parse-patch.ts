import { parseBeginPatch } from "./parse-begin-patch.ts";
import { parseUnified } from "./parse-unified.ts";
import { PatchProblem } from "./patch.ts";
import type { FileChange, ParsedPatch } from "./patch.ts";

/** A patch in either form (EDIT-7). Never throws. */
export function parsePatch(text: string): ParsedPatch {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  try {
    return { ok: true, changes: read(lines) };
  } catch (error) {
    if (error instanceof PatchProblem)
      return { ok: false, line: error.line, message: error.message };
    throw error;
  }
}

function read(lines: readonly string[]): readonly FileChange[] {
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch");
  // A diff of a text about patches may hold the marker itself.
  const head = lines.findIndex((line) => /^(?:--- |diff --git )/.test(line));
  if (begin === -1 || (head !== -1 && head < begin)) return parseUnified(lines);
  const end = lines.findLastIndex((line) => line.trim() === "*** End Patch");
  if (end < begin) throw new PatchProblem(lines.length, "The line *** End Patch is missing.");
  return parseBeginPatch(lines.slice(begin + 1, end), begin + 2);
}
