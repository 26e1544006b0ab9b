import { PatchProblem } from "./patch.ts";
import type { FileChange, Hunk } from "./patch.ts";

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;
/** A head of a hunk; models leave out the numbers. */
const HUNK = /^@@/;
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
    } else {
      // What is passed over here would be lost without a word.
      if (HUNK.test(line)) throw new PatchProblem(at + 1, "No --- and +++ lines stand above it.");
      if (changes.length > 0 && isStray(line)) throw new PatchProblem(at + 1, STRAY);
      at++;
    }
  }
  if (changes.length === 0) throw new PatchProblem(1, "There is no hunk in it.");
  return changes;
}

const STRAY = 'The line belongs to no hunk: every line of one begins with " ", "-" or "+".';

/** A line of a hunk where none is; the signature of a mail is none. */
function isStray(line: string): boolean {
  return /^[+-]/.test(line) && line.trimEnd() !== "--";
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
  while (HUNK.test(lines[at] ?? "")) {
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

type Body = { readonly before: string[]; readonly after: string[]; noFinalEnd: boolean | null };

/** Numbers are a hint only: all lines that look like the hunk's are read, however many it claims. */
function readHunk(lines: readonly string[], from: number): readonly [Hunk, number] {
  const range = RANGE.exec(lines[from] ?? "");
  const [, start, oldCount = "1", , newCount = "1"] = range ?? [];
  const isFull = ({ before, after }: Body): boolean =>
    range !== null && before.length >= Number(oldCount) && after.length >= Number(newCount);
  const body: Body = { before: [], after: [], noFinalEnd: null };
  let at = from + 1;
  for (; at < lines.length && !isEnd(lines, at, isFull(body)); at++) take(body, lines, at);
  const blanks = isFull(body) ? 0 : blanksAbove(lines, at);
  const before = body.before.slice(0, body.before.length - blanks);
  const after = body.after.slice(0, body.after.length - blanks);
  if (before.length === 0 && after.length === 0)
    throw new PatchProblem(from + 1, "The hunk is empty.");
  const line = start === undefined ? null : Number(start);
  return [{ anchors: [], before, after, atEnd: false, line, noFinalEnd: body.noFinalEnd }, at];
}

function isEnd(lines: readonly string[], at: number, isFull: boolean): boolean {
  const line = lines[at] ?? "";
  if (line.startsWith("\\")) return false;
  if (isFileHead(lines, at) && (isFull || HUNK.test(lines[at + 2] ?? ""))) return true;
  if (line === "" || line.trimEnd() === "--") return isFull;
  return !/^[ +-]/.test(line);
}

function take(body: Body, lines: readonly string[], at: number): void {
  const line = lines[at] ?? "";
  if (line.startsWith("\\")) {
    const isOfOld = (lines[at - 1] ?? "").startsWith("-");
    body.noFinalEnd = isOfOld ? (body.noFinalEnd ?? false) : true;
    return;
  }
  if (!line.startsWith("+")) body.before.push(line.slice(1));
  if (!line.startsWith("-")) body.after.push(line.slice(1));
}

/** Empty lines at the end of a hunk that is shorter than it claims only part it from the next. */
function blanksAbove(lines: readonly string[], at: number): number {
  let count = 0;
  while (lines[at - 1 - count] === "") count++;
  return count;
}

/** `--- a/src/x.ts\t2024-…` and `+++ "b/with blank.ts"`. */
function pathOf(line: string): string {
  const bare = line.slice(4).split("\t", 1)[0]?.trim() ?? "";
  const path = bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare;
  return path === NOTHING ? path : path.replace(/^[ab]\//, "");
}
