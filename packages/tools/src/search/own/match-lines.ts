import type { Job } from "./job.ts";
import { patientExec } from "./patient-exec.ts";

/** What a pattern finds in some lines. */
export type Matched = {
  /** Where the matched lines begin. */
  readonly starts: readonly number[];
  /** Matched lines, or matches where those count. */
  readonly count: number;
  /** How far into its line the first match is, by where the line begins. */
  readonly matchAt: ReadonlyMap<number, number>;
  /** It ended at lines that are no text. */
  readonly isCut: boolean;
};

/** Finds the matched lines of a text of whole lines; stops where no more are needed. */
export function matchLines(text: string, regex: RegExp, job: Job): Matched {
  const { output, countsMatches, spansLines, mostPerFile, isNamed } = job;
  const starts: number[] = [];
  const matchAt = new Map<number, number>();
  // A text that is searched as a whole is binary from the first matched lines that have a NUL.
  const mayCut = spansLines && !isNamed && text.includes("\0");
  let count = 0;
  for (let from = 0; from <= text.length;) {
    regex.lastIndex = from;
    const found = patientExec(regex, text);
    if (found === null) break;
    const start = lineStart(text, found.index);
    // Behind the last line end there is no line.
    if (start === text.length) break;
    count += 1;
    const end = noteLines(text, found, starts);
    if (!matchAt.has(start)) matchAt.set(start, found.index - start);
    from = countsMatches || spansLines ? found.index + Math.max(1, found[0].length) : end;
    if (output === "files" && !mayCut) break;
    if (output === "content" && !spansLines && starts.length > mostPerFile) break;
  }
  const kept = mayCut ? beforeNul(text, starts) : starts.length;
  return { starts: starts.slice(0, kept), count, matchAt, isCut: kept < starts.length };
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
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

/** How many of the lines come before the first lines in a row of which one has a NUL. */
function beforeNul(text: string, starts: readonly number[]): number {
  let first = 0;
  let next = -1;
  for (const [at, start] of starts.entries()) {
    if (start !== next) first = at;
    const end = text.indexOf("\n", start);
    next = end === -1 ? text.length : end + 1;
    if (text.slice(start, next).includes("\0")) return first;
  }
  return starts.length;
}
