import { PatchProblem } from "./patch.ts";
import type { FileChange, Hunk } from "./patch.ts";

const ADD = /^\*\*\* Add File:\s*(.+)$/;
const DELETE = /^\*\*\* Delete File:\s*(.+)$/;
const UPDATE = /^\*\*\* Update File:\s*(.+)$/;
const MOVE = /^\*\*\* Move to:\s*(.+)$/;
const END_OF_FILE = "*** End of File";
const HEAD = /^\*\*\* (?:(?:Add|Delete|Update) File|Move to):/;

/** The `*** Begin Patch` form, between its markers. Throws `PatchProblem`. */
export function parseBeginPatch(lines: readonly string[], first: number): readonly FileChange[] {
  const reader = new Reader(lines, first);
  const changes: FileChange[] = [];
  for (;;) {
    reader.while((line) => line.trim() === "");
    if (reader.isDone) break;
    changes.push(readChange(reader));
  }
  if (changes.length === 0) throw reader.problem("The patch changes nothing.");
  return changes;
}

class Reader {
  readonly #lines: readonly string[];
  readonly #first: number;
  #at = 0;

  constructor(lines: readonly string[], first: number) {
    this.#lines = lines;
    this.#first = first;
  }

  get isDone(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** The line as it is; "" behind the last one. */
  get line(): string {
    return this.#lines[this.#at] ?? "";
  }

  next(): string {
    const line = this.line;
    this.#at++;
    return line;
  }

  /** Lines as long as they fit. */
  while(fits: (line: string) => boolean): readonly string[] {
    const taken: string[] = [];
    while (!this.isDone && fits(this.line)) taken.push(this.next());
    return taken;
  }

  problem(message: string): PatchProblem {
    return new PatchProblem(this.#first + this.#at, message);
  }
}

function readChange(reader: Reader): FileChange {
  const head = reader.line.trim();
  const add = ADD.exec(head)?.[1];
  const remove = DELETE.exec(head)?.[1];
  const update = UPDATE.exec(head)?.[1];
  if (add === undefined && remove === undefined && update === undefined) {
    throw reader.problem(
      `"${head}" is no beginning of a change. Use *** Add File: <path>, *** Delete File: <path> or *** Update File: <path>.`,
    );
  }
  reader.next();
  if (remove !== undefined) return { type: "delete", path: remove.trim() };
  if (add !== undefined) return readAdd(reader, add.trim());
  return readUpdate(reader, (update ?? "").trim());
}

function readAdd(reader: Reader, path: string): FileChange {
  const lines = reader.while((line) => line.startsWith("+"));
  const text = lines.map((line) => `${line.slice(1)}\n`).join("");
  return { type: "add", path, text };
}

function readUpdate(reader: Reader, path: string): FileChange {
  const moveTo = MOVE.exec(reader.line.trim())?.[1]?.trim() ?? null;
  if (moveTo !== null) reader.next();
  const hunks: Hunk[] = [];
  for (;;) {
    reader.while((line) => line === "");
    if (reader.isDone || isMarker(reader.line)) break;
    hunks.push(readHunk(reader));
  }
  if (hunks.length === 0 && moveTo === null) {
    throw reader.problem(
      `The update of ${path} has no hunk: write @@, then lines with " ", "-" or "+".`,
    );
  }
  return { type: "update", path, moveTo, hunks };
}

function readHunk(reader: Reader): Hunk {
  const anchors: string[] = [];
  while (reader.line.trimStart().startsWith("@@")) {
    const anchor = reader.next().trim().slice(2).trim();
    if (anchor !== "") anchors.push(anchor);
  }
  const body = reader.while((line) => (/^[ +-]/.test(line) && !isMarker(line)) || line === "");
  const atEnd = reader.line.trim() === END_OF_FILE;
  if (atEnd) reader.next();
  const lines = trimmedBody(body, reader);
  if (lines.length === 0) throw reader.problem("The hunk is empty.");
  return {
    anchors,
    before: lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1)),
    after: lines.filter((line) => !line.startsWith("-")).map((line) => line.slice(1)),
    atEnd,
    line: null,
    noFinalEnd: null,
  };
}

/** An empty line means an empty line of context; those that only part a hunk from the next do not. */
function trimmedBody(body: readonly string[], reader: Reader): readonly string[] {
  let end = body.length;
  while (end > 0 && body[end - 1] === "") end--;
  const next = reader.line.trim();
  if (!reader.isDone && !next.startsWith("@@") && !isMarker(reader.line) && end === 0) {
    throw reader.problem(`"${next}" belongs to no hunk: its lines begin with " ", "-" or "+".`);
  }
  return body.slice(0, end);
}

/** A context line may look like a marker: only those that are known may be indented. */
function isMarker(line: string): boolean {
  if (line.trim() === END_OF_FILE) return false;
  return line.startsWith("*** ") || HEAD.test(line.trim());
}
