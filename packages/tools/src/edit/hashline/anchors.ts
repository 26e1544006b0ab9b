import { cutText } from "../../workspace/cut-text.ts";
import { shownLines } from "../lines.ts";
import { FULL, hashLines, leastLength } from "./line-hash.ts";
import type { LineHash } from "./line-hash.ts";

/** A line as the model was shown it: its number, from 1, and the hash of what stood there. */
export type Anchor = { readonly line: number; readonly hash: string };

const ANCHOR = /^\s*(\d{1,9})#([\da-z]{2,4})(?=$|[\s|:-])/;
const MOST_LINE_CHARS = 2_000;
/** Of the hash of a line that stands there several times; the rest tells where. */
const OWN_CHARS = 2;

/** Null for anything else. What stands behind it, as `read` shows it, is passed over. */
export function parseAnchor(text: string): Anchor | null {
  const [, line, hash] = ANCHOR.exec(text) ?? [];
  return line === undefined || hash === undefined ? null : { line: Number(line), hash };
}

/**
 * `<line>#<hash>` for each line of a file (EDIT-4). A hash is as short as it can be without being
 * that of another line; equal lines are told apart by the lines above them.
 */
export function anchorsOf(lines: readonly string[]): readonly string[] {
  return shortHashes(hashLines(lines)).map((hash, at) => `${at + 1}#${hash}`);
}

/** The anchor of a line of which only the text is known, not the file it stands in. */
export function lineAnchor(line: number, text: string): string {
  return `${line}#${hashLines([text])[0]?.own ?? ""}`;
}

/** Whether a hash that was shown once is that of this line. */
export function isHashOf(hash: string, line: LineHash | undefined): boolean {
  return line !== undefined && (line.own.startsWith(hash) || hash === withPlace(line));
}

/** All lines of a text with their anchors, as `read` and `grep` show them. */
export function decorateLines(text: string): readonly string[] {
  const lines = shownLines(text).map((line) => line.text);
  return decorated(lines, anchorsOf(lines));
}

/** Some lines of a file, the first of which has the number `from`. */
export function decorateSome(
  lines: readonly string[],
  about: { readonly from: number; readonly all: () => readonly string[] },
): readonly string[] {
  const anchors = anchorsOf(about.all());
  return decorated(lines, anchors.slice(about.from - 1));
}

function decorated(lines: readonly string[], anchors: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${anchors[at] ?? ""}\t${shownLine(line)}`);
}

/** A line that is not too long to be shown. */
export function shownLine(line: string): string {
  const shown = cutText(line, MOST_LINE_CHARS);
  const more = line.length - shown.length;
  return more > 0 ? `${shown}… (${more} more characters)` : line;
}

function shortHashes(hashes: readonly LineHash[]): readonly string[] {
  const least = leastLength(hashes.length);
  const counts = new Map<string, number>();
  for (const { own } of hashes) counts.set(own, (counts.get(own) ?? 0) + 1);
  const owners = new Map<string, number>();
  for (const own of counts.keys()) {
    for (let length = least; length < FULL; length++) {
      const part = own.slice(0, length);
      owners.set(part, (owners.get(part) ?? 0) + 1);
    }
  }
  return hashes.map((line) => {
    if ((counts.get(line.own) ?? 0) > 1) return withPlace(line);
    for (let length = least; length < FULL; length++) {
      const part = line.own.slice(0, length);
      if (owners.get(part) === 1) return part;
    }
    return line.own;
  });
}

function withPlace({ own, within }: LineHash): string {
  return own.slice(0, OWN_CHARS) + within.slice(0, FULL - OWN_CHARS);
}
