import { PatchProblem } from "./patch.ts";
import type { FileChange, Hunk } from "./patch.ts";

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;
const NOTHING = "/dev/null";

/** Unified diffs, of git or of diff. Throws `PatchProblem`. */
export function parseUnified(lines: readonly string[]): readonly FileChange[] {
  const changes: FileChange[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.startsWith("diff --git ")) {
      const [change, next] = readGitFile(lines, at);
      if (change !== null) changes.push(change);
      at = next;
    } else if (isFileHead(lines, at)) {
      const [change, next] = readFile(lines, at);
      changes.push(change);
      at = next;
    } else if (RANGE.test(line))
      throw new PatchProblem(at + 1, "No --- and +++ lines stand above the hunk.");
    else at++;
  }
  if (changes.length === 0) throw new PatchProblem(1, "There is no hunk in it.");
  return changes;
}

function isFileHead(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? "").startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ");
}

/** A file of git's, which may be renamed without a hunk. */
function readGitFile(lines: readonly string[], from: number): readonly [FileChange | null, number] {
  let at = from + 1;
  let renamedFrom: string | null = null;
  let renamedTo: string | null = null;
  for (; at < lines.length && !(lines[at] ?? "").startsWith("diff --git "); at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("rename from ")) renamedFrom = line.slice("rename from ".length);
    if (line.startsWith("rename to ")) renamedTo = line.slice("rename to ".length);
    if (!isFileHead(lines, at)) continue;
    return readFile(lines, at);
  }
  if (renamedFrom === null || renamedTo === null) return [null, at];
  return [{ type: "update", path: renamedFrom, moveTo: renamedTo, hunks: [] }, at];
}

function readFile(lines: readonly string[], from: number): readonly [FileChange, number] {
  const before = pathOf(lines[from] ?? "");
  const after = pathOf(lines[from + 1] ?? "");
  const hunks: Hunk[] = [];
  let at = from + 2;
  while (RANGE.test(lines[at] ?? "")) {
    const [hunk, next] = readHunk(lines, at);
    hunks.push(hunk);
    at = next;
  }
  if (hunks.length === 0) throw new PatchProblem(from + 1, "No hunk follows: @@ -1,3 +1,3 @@.");
  return [changeOf(before, after, hunks), at];
}

function changeOf(before: string, after: string, hunks: readonly Hunk[]): FileChange {
  if (after === NOTHING) return { type: "delete", path: before };
  if (before === NOTHING) {
    const lines = hunks.flatMap((hunk) => hunk.after);
    const open = hunks.at(-1)?.noFinalEnd === true;
    return {
      type: "add",
      path: after,
      text: lines.join("\n") + (open || lines.length === 0 ? "" : "\n"),
    };
  }
  return { type: "update", path: before, moveTo: before === after ? null : after, hunks };
}

function readHunk(lines: readonly string[], from: number): readonly [Hunk, number] {
  const [, start = "1", oldCount = "1", , newCount = "1"] = RANGE.exec(lines[from] ?? "") ?? [];
  const [before, after]: [string[], string[]] = [[], []];
  let noFinalEnd: boolean | null = null;
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("\\")) {
      noFinalEnd = (lines[at - 1] ?? "").startsWith("-") ? (noFinalEnd ?? false) : true;
      continue;
    }
    if (before.length >= Number(oldCount) && after.length >= Number(newCount)) break;
    if (line === "" || line.startsWith(" ")) {
      before.push(line.slice(1));
      after.push(line.slice(1));
    } else if (line.startsWith("-")) before.push(line.slice(1));
    else if (line.startsWith("+")) after.push(line.slice(1));
    else break;
  }
  if (before.length === 0 && after.length === 0)
    throw new PatchProblem(from + 1, "The hunk is empty.");
  return [{ anchor: null, before, after, atEnd: false, line: Number(start), noFinalEnd }, at];
}

/** `--- a/src/x.ts\t2024-…` and `+++ "b/with blank.ts"`. */
function pathOf(line: string): string {
  const bare = line.slice(4).split("\t", 1)[0]?.trim() ?? "";
  const path = bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare;
  return path === NOTHING ? path : path.replace(/^[ab]\//, "");
}
