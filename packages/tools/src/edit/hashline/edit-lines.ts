import { ToolError } from "@squire/agent";
import { joinLines, shownLines } from "../lines.ts";
import type { Line } from "../lines.ts";
import { spliceLines } from "../splice-lines.ts";
import type { Splice } from "../splice-lines.ts";
import { openAsIs } from "../text-file.ts";
import type { EditServices, FileEdit, TextFile } from "../text-file.ts";
import { anchorsOf } from "./anchors.ts";
import { anchoredText, anchorsIn, freshLines, planOps } from "./plan-ops.ts";
import type { LineOp } from "./plan-ops.ts";

const MOST_NEW = 40;

export type LineEdit = {
  readonly edit: FileEdit;
  /** Where the new lines are now, so that the model can go on from there. */
  readonly note: string | null;
};

/** What ops make of a file; nothing is written. */
export async function editLines(
  services: EditServices,
  path: string,
  ops: readonly LineOp[],
  signal: AbortSignal,
): Promise<LineEdit> {
  const { file, lines: before, splices } = await planLines(services, path, ops, signal);
  const { lines, fresh } = spliceLines(before, splices);
  const text = joinLines(lines);
  if (text === file.text) {
    throw new ToolError(`${file.place.name} was not edited: the ops change nothing.`);
  }
  const anchors = anchorsOf(lines.map((line) => line.text));
  const added = fresh.flatMap(([from, to]) => anchors.slice(from, to));
  return { edit: { file, text }, note: newAnchors(added) };
}

export type PlannedLines = {
  readonly file: TextFile;
  readonly lines: readonly Line[];
  readonly splices: readonly Splice[];
};

/** Where ops apply; fails with `ToolError` where one does not. */
export async function planLines(
  services: EditServices,
  path: string,
  ops: readonly LineOp[],
  signal: AbortSignal,
): Promise<PlannedLines> {
  const file = await openAsIs(services, path, signal);
  const known = services.seen.hashOf(file.place.path);
  if (known !== null && known !== file.hash) throw stale(services, file, ops);
  const planned = planOps(anchoredText(file.text), ops);
  if (planned.ok) return { file, lines: planned.lines, splices: planned.splices };
  throw new ToolError(`${file.place.name} was not edited. ${planned.message}`);
}

/**
 * A foreign change may have touched any line (FS-10). The model is shown what it wanted to change,
 * and has seen the file as it is with that.
 */
function stale(services: EditServices, file: TextFile, ops: readonly LineOp[]): ToolError {
  const { place, hash } = file;
  if (hash !== null) services.seen.note(place.path, hash);
  const lines = freshLines(shownLines(file.text), anchorsIn(ops));
  return new ToolError(
    `${place.name} has changed since you read it: stale, re-read. These lines are there now:\n${lines}\nSend the edit again with these anchors, or read more of the file first.`,
  );
}

function newAnchors(added: readonly string[]): string | null {
  if (added.length === 0) return null;
  const shown =
    added.length <= MOST_NEW ? added : [...added.slice(0, MOST_NEW), "…", added.at(-1) ?? ""];
  return `New anchors: ${shown.join(" ")}`;
}
