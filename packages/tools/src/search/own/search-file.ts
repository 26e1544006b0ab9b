import { closeSync, fstatSync, openSync } from "node:fs";
import { KEPT_LINE_BYTES } from "../query.ts";
import { MOST_MULTILINE_BYTES } from "../rg/args.ts";
import type { Job, JobHit } from "./job.ts";
import { lineWindows, wholeText } from "./line-windows.ts";
import { patientExec } from "./patient-exec.ts";
import { bytesOfText, textOfBytes } from "./text-bytes.ts";

/** How much of a file is looked at to tell whether it is text, where it is searched as a whole. */
const BINARY_BYTES = 64 * 1024;

type Line = { readonly number: number; readonly text: string; readonly isMatch: boolean };

/** Searches one file; null when nothing is found. Throws what the disk throws. */
export function searchFile(path: string, job: Job, regex: RegExp, tick: () => void): JobHit | null {
  const file = openSync(`${job.root}/${path}`, "r");
  try {
    const search = new FileSearch(job, regex);
    if (job.spansLines) searchWhole(search, file, job);
    else searchLines(search, file, { job, tick });
    return search.hit(path);
  } finally {
    closeSync(file);
  }
}

function searchLines(
  search: FileSearch,
  file: number,
  { job, tick }: { readonly job: Job; readonly tick: () => void },
): void {
  for (const { bytes, isBinary } of lineWindows(file)) {
    tick();
    if (isBinary && !job.isNamed) {
      search.leave();
      return;
    }
    // In a binary file that was named, a NUL ends a line like any other line end.
    if (isBinary)
      for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at)) bytes[at] = 10;
    if (!search.window(textOfBytes(bytes), isBinary)) return;
  }
}

function searchWhole(search: FileSearch, file: number, { isNamed }: Job): void {
  const { size } = fstatSync(file);
  if (size > MOST_MULTILINE_BYTES) return;
  const bytes = wholeText(file, size);
  const isBinary = bytes.subarray(0, BINARY_BYTES).includes(0);
  if (isBinary && !isNamed) return;
  search.window(textOfBytes(bytes), isBinary);
}

/** Gathers what is found in one file. */
class FileSearch {
  readonly #job: Job;
  readonly #regex: RegExp;
  readonly #lines: Line[] = [];
  #count = 0;
  #number = 1;
  /** Lines before this window, for what is shown around a match. */
  #before: readonly string[] = [];
  #after = 0;
  #isBinary = false;

  constructor(job: Job, regex: RegExp) {
    this.#job = job;
    this.#regex = regex;
  }

  /** It turned out to be binary: nobody counts its lines. */
  leave(): void {
    if (this.#job.output === "count") this.#count = 0;
  }

  hit(path: string): JobHit | null {
    if (this.#count === 0) return null;
    const lines = this.#lines.map(({ number, text, isMatch }) => ({
      number,
      isMatch,
      bytes: shownBytes(text),
    }));
    return { path, count: this.#count, lines, isBinary: this.#isBinary };
  }

  /** Searches whole lines; false when no more is needed. */
  window(text: string, isBinary: boolean): boolean {
    const { output, context } = this.#job;
    const matched = this.#matchedIn(text);
    if (matched.length > 0) {
      if (isBinary && output === "content") {
        this.#count += 1;
        this.#isBinary = true;
        return false;
      }
      if (output === "files") return false;
    }
    if (output === "content" && !this.#keep(text, matched)) return false;
    this.#number += countOf(text, "\n");
    if (context > 0) this.#before = lastLines(this.#before, text, context);
    return true;
  }

  /** Where the matched lines begin; where only numbers are wanted, counts instead. */
  #matchedIn(text: string): readonly number[] {
    const { output, countsMatches, spansLines, mostPerFile } = this.#job;
    const starts: number[] = [];
    for (let from = 0; from <= text.length;) {
      this.#regex.lastIndex = from;
      const found = patientExec(this.#regex, text);
      if (found === null) break;
      // Behind the last line end there is no line.
      if (lineStart(text, found.index) === text.length) break;
      if (output !== "content") this.#count += 1;
      if (output === "files") return [found.index];
      const end = noteLines(text, found, starts);
      from = countsMatches || spansLines ? found.index + Math.max(1, found[0].length) : end;
      if (output === "content" && !spansLines && starts.length > mostPerFile) break;
    }
    return starts;
  }

  /** Keeps matched lines and those around them; false once there are enough. */
  #keep(text: string, matched: readonly number[]): boolean {
    const { context, mostPerFile } = this.#job;
    if (matched.length === 0 && this.#after === 0) return true;
    if (context === 0) return this.#keepMatched(text, matched);
    const starts = new Set(matched);
    const recent = [...this.#before];
    let number = this.#number;
    for (let at = 0; at < text.length; number++) {
      const end = text.indexOf("\n", at);
      const line = text.slice(at, end === -1 ? text.length : end);
      if (starts.has(at)) {
        for (const [index, before] of recent.entries()) {
          this.#push({ number: number - recent.length + index, text: before, isMatch: false });
        }
        recent.length = 0;
        this.#push({ number, text: line, isMatch: true });
        if (++this.#count >= mostPerFile) return false;
        this.#after = context;
      } else if (this.#after > 0) {
        this.#after -= 1;
        this.#push({ number, text: line, isMatch: false });
      } else {
        recent.push(line);
        if (recent.length > context) recent.shift();
      }
      at = end === -1 ? text.length : end + 1;
    }
    return true;
  }

  #keepMatched(text: string, matched: readonly number[]): boolean {
    let at = 0;
    let number = this.#number;
    for (const start of matched) {
      number += countOf(text.slice(at, start), "\n");
      at = start;
      const end = text.indexOf("\n", start);
      this.#push({
        number,
        text: text.slice(start, end === -1 ? text.length : end),
        isMatch: true,
      });
      if (++this.#count >= this.#job.mostPerFile) return false;
    }
    return true;
  }

  /** A line that was shown behind one match is not shown again before the next. */
  #push(line: Line): void {
    const last = this.#lines.at(-1);
    if (last === undefined || line.number > last.number) this.#lines.push(line);
  }
}

/** Notes where every line of a match begins; answers with the beginning of the line behind it. */
function noteLines(text: string, found: RegExpExecArray, starts: number[]): number {
  const last = Math.max(found.index, found.index + found[0].length - 1);
  let start = lineStart(text, found.index);
  for (;;) {
    if ((starts.at(-1) ?? -1) < start) starts.push(start);
    const end = text.indexOf("\n", start);
    if (end === -1) return text.length + 1;
    if (end >= last) return end + 1;
    start = end + 1;
  }
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) count += 1;
  return count;
}

function lastLines(before: readonly string[], text: string, count: number): readonly string[] {
  const lines: string[] = [];
  let end = text.endsWith("\n") ? text.length - 1 : text.length;
  while (lines.length < count && end >= 0) {
    const start = lineStart(text, end);
    lines.unshift(text.slice(start, end));
    end = start - 1;
  }
  return [...before, ...lines].slice(-count);
}

function shownBytes(text: string): Uint8Array {
  const plain = text.replace(/\r+$/, "");
  return bytesOfText(plain.slice(0, KEPT_LINE_BYTES)).subarray(0, KEPT_LINE_BYTES);
}
