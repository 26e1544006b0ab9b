import { sentLines, shownLines } from "../lines.ts";
import type { Line } from "../lines.ts";
import { findClash } from "../splice-lines.ts";
import type { Splice } from "../splice-lines.ts";
import { anchorsOf, parseAnchor, shownLine } from "./anchors.ts";
import type { Anchor } from "./anchors.ts";
import { findRange } from "./find-range.ts";
import { hashLines } from "./line-hash.ts";
import type { LineHash } from "./line-hash.ts";

/** A change of the lines from one anchor to another. */
export type LineOp = {
  readonly op: "replace" | "insert_after" | "insert_before" | "delete";
  readonly at: string;
  readonly to?: string | undefined;
  readonly text?: string | undefined;
};

export type PlannedOps =
  | { readonly ok: true; readonly lines: readonly Line[]; readonly splices: readonly Splice[] }
  | { readonly ok: false; readonly message: string };

const AROUND = 2;
const MOST_SHOWN = 40;

/** A text in which anchors can be found. */
export type AnchoredText = {
  readonly lines: readonly Line[];
  readonly hashes: readonly LineHash[];
};

export function anchoredText(text: string): AnchoredText {
  const lines = shownLines(text);
  return { lines, hashes: hashLines(lines.map((line) => line.text)) };
}

/** What ops do to a text; all of them are looked at before any is refused (EDIT-4). */
export function planOps({ lines, hashes }: AnchoredText, ops: readonly LineOp[]): PlannedOps {
  const splices: Splice[] = [];
  const stale: Anchor[] = [];
  for (const [n, op] of ops.entries()) {
    const range = rangeOf(op);
    if (typeof range === "string") return refused(n, ops, range);
    const start = findRange(hashes, range.at, range.to);
    if (start === null) stale.push(range.at, range.to);
    else splices.push(spliceOf(op, start, start + range.to.line - range.at.line + 1));
  }
  if (stale.length > 0) return { ok: false, message: staleMessage(lines, stale) };
  const clash = findClash(splices);
  if (clash === null) return { ok: true, lines, splices };
  return refused(clash.second, ops, `It changes lines that ops[${clash.first}] changes, too.`);
}

/** Lines around anchors as they are now, with their anchors. */
export function freshLines(lines: readonly Line[], anchors: readonly Anchor[]): string {
  const texts = lines.map((line) => line.text);
  const wanted = new Set<number>();
  for (const { line } of anchors) {
    const middle = Math.min(line, texts.length);
    for (let at = middle - AROUND; at <= middle + AROUND; at++) {
      if (at >= 1 && at <= texts.length && wanted.size < MOST_SHOWN) wanted.add(at);
    }
  }
  const names = anchorsOf(texts);
  const shown = [...wanted].sort((a, b) => a - b);
  return shown
    .flatMap((at, n) => [
      ...(n > 0 && shown[n - 1] !== at - 1 ? ["…"] : []),
      `${names[at - 1]}\t${shownLine(texts[at - 1] ?? "")}`,
    ])
    .join("\n");
}

/** Every anchor that ops name and that can be read. */
export function anchorsIn(ops: readonly Pick<LineOp, "at" | "to">[]): readonly Anchor[] {
  return ops.flatMap(({ at, to }) =>
    [at, to ?? at].flatMap((text) => {
      const anchor = parseAnchor(text);
      return anchor === null ? [] : [anchor];
    }),
  );
}

function rangeOf({ op, at, to, text }: LineOp): { at: Anchor; to: Anchor } | string {
  const first = parseAnchor(at);
  const last = to === undefined ? first : parseAnchor(to);
  if (first === null || last === null) {
    return `"${first === null ? at : to}" is no anchor. Use the line number and hash as read shows them, such as 12#a3x.`;
  }
  if (last.line < first.line) return "The range ends before it begins.";
  if (op === "delete") return { at: first, to: last };
  const lines = sentLines(text ?? "");
  if (text === undefined) return `${op} needs text.`;
  if (lines.length > 0 && lines.every((line) => parseAnchor(line) !== null)) {
    return "The text holds anchors. Send the lines alone.";
  }
  return { at: first, to: last };
}

function spliceOf({ op, text = "" }: LineOp, start: number, end: number): Splice {
  switch (op) {
    case "replace":
      return { from: start, to: end, texts: sentLines(text) };
    case "delete":
      return { from: start, to: end, texts: [] };
    case "insert_before":
      return { from: start, to: start, texts: sentLines(text) };
    case "insert_after":
      return { from: end, to: end, texts: sentLines(text) };
  }
}

function refused(at: number, ops: readonly LineOp[], why: string): PlannedOps {
  return { ok: false, message: `ops[${at}] of ${ops.length} does not apply. ${why}` };
}

function staleMessage(lines: readonly Line[], stale: readonly Anchor[]): string {
  if (lines.length === 0) return "The file is empty. Use write.";
  const names = [...new Set(stale.map(({ line, hash }) => `${line}#${hash}`))];
  const are = names.length === 1 ? "is" : "are";
  return `${names.join(", ")} ${are} stale. These lines are there now:\n${freshLines(lines, stale)}\nSend the whole edit again with these anchors.`;
}
