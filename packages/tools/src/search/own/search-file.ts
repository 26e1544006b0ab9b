import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { lineWindow, MOST_WINDOW_BYTES } from "../line-window.ts";
import { KEPT_LINE_BYTES } from "../query.ts";
import { MOST_MULTILINE_BYTES } from "../rg/args.ts";
import type { Job, JobHit } from "./job.ts";
import { lineWindows, wholeText } from "./line-windows.ts";
import { lineStart, matchLines, type Matched } from "./match-lines.ts";
import { bytesOfText, textOfBytes } from "./text-bytes.ts";

/** How much of a file is looked at to tell whether it is text, where it is searched as a whole. */
const BINARY_BYTES = 64 * 1024;

type Line = {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
  /** Where the first match in it begins. */
  readonly matchAt: number;
};

/** Searches one file; null when nothing is found. Throws what the disk throws. */
export function searchFile(path: string, job: Job, regex: RegExp, tick: () => void): JobHit | null {
  // It may have become a pipe or a link since it was found: neither is waited for or followed.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = openSync(`${job.root}/${path}`, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const hasWindows = job.hasWindows && fstatSync(file).size <= MOST_WINDOW_BYTES;
    const search = new FileSearch(job, regex, hasWindows);
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
  /** Whether long lines are shown around their match. */
  readonly #hasWindows: boolean;
  readonly #lines: Line[] = [];
  #count = 0;
  #number = 1;
  /** Lines before this window, for what is shown around a match. */
  #before: readonly string[] = [];
  #after = 0;
  #isBinary = false;

  constructor(job: Job, regex: RegExp, hasWindows: boolean) {
    this.#job = job;
    this.#regex = regex;
    this.#hasWindows = hasWindows;
  }

  /** It turned out to be binary: nobody counts its lines. */
  leave(): void {
    if (this.#job.output === "count") this.#count = 0;
  }

  hit(path: string): JobHit | null {
    if (this.#count === 0) return null;
    const lines = this.#lines.map(({ number, text, isMatch, matchAt }) => ({
      number,
      isMatch,
      ...shownPart(text, matchAt),
    }));
    const isBinary = this.#isBinary && this.#job.output === "content";
    return { path, count: this.#count, lines, isBinary };
  }

  /** Searches whole lines; false when no more is needed. */
  window(text: string, isBinary: boolean): boolean {
    const { output, context } = this.#job;
    const matched = matchLines(text, this.#regex, this.#job);
    this.#isBinary ||= isBinary;
    if (output === "content") {
      if (isBinary && matched.starts.length > 0) {
        // What matches in a binary file is not shown, only that it does.
        this.#count += 1;
        return false;
      }
      if (!this.#keep(text, matched)) return false;
    } else if (matched.starts.length > 0) {
      this.#count += matched.count;
      if (output === "files") return false;
    }
    if (matched.isCut) this.leave();
    this.#number += countOf(text, "\n");
    if (context > 0) this.#before = lastLines(this.#before, text, context);
    return true;
  }

  /** Keeps matched lines and those around them; false once there are enough. */
  #keep(text: string, matched: Matched): boolean {
    const { context, mostPerFile } = this.#job;
    if (matched.starts.length === 0 && this.#after === 0) return true;
    if (context === 0) return this.#keepMatched(text, matched);
    const starts = new Set(matched.starts);
    const recent = [...this.#before];
    let number = this.#number;
    for (let at = 0; at < text.length; number++) {
      const end = text.indexOf("\n", at);
      const line = text.slice(at, end === -1 ? text.length : end);
      if (starts.has(at)) {
        for (const [index, before] of recent.entries()) {
          this.#push(number - recent.length + index, before);
        }
        recent.length = 0;
        this.#push(number, line, this.#matchAt(matched, at));
        if (++this.#count >= mostPerFile) return false;
        this.#after = context;
      } else if (this.#after > 0) {
        this.#after -= 1;
        this.#push(number, line);
      } else {
        recent.push(line);
        if (recent.length > context) recent.shift();
      }
      at = end === -1 ? text.length : end + 1;
    }
    return true;
  }

  #keepMatched(text: string, matched: Matched): boolean {
    let at = 0;
    let number = this.#number;
    for (const start of matched.starts) {
      number += countOf(text.slice(at, start), "\n");
      at = start;
      const end = text.indexOf("\n", start);
      const line = text.slice(start, end === -1 ? text.length : end);
      this.#push(number, line, this.#matchAt(matched, start));
      if (++this.#count >= this.#job.mostPerFile) return false;
    }
    return true;
  }

  #matchAt({ matchAt }: Matched, start: number): number {
    return this.#hasWindows ? (matchAt.get(start) ?? 0) : 0;
  }

  /** A line that was shown behind one match is not shown again before the next. */
  #push(number: number, text: string, matchAt: number | null = null): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && number <= last.number) return;
    this.#lines.push({ number, text, isMatch: matchAt !== null, matchAt: matchAt ?? 0 });
  }
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

/** As much of a line as may be shown, with its match in it. */
function shownPart(text: string, matchAt: number) {
  const plain = text.replace(/\r+$/, "");
  if (matchAt === 0) {
    const bytes = bytesOfText(plain.slice(0, KEPT_LINE_BYTES)).subarray(0, KEPT_LINE_BYTES);
    return { bytes, skipped: 0 };
  }
  return lineWindow(bytesOfText(plain), bytesOfText(plain.slice(0, matchAt)).length);
}
