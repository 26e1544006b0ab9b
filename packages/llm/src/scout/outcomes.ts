import type { SourceFile, SourceLine } from "./source-file.ts";
import { argOf } from "./turn.ts";
import type { Work } from "./turn.ts";

export type Match = SourceLine & { readonly path: string; readonly isMatch: boolean };

/** `path:count` of a search that counts. */
export function countsIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const found = /^(.+):(\d+)$/.exec(line);
    if (found !== null) counts.set(found[1] ?? "", Number(found[2]));
  }
  return counts;
}

/** The lines of a search for content: a path above its lines, `12:` for a match, `12-` around it. */
export function matchesIn(text: string): readonly Match[] {
  const found: Match[] = [];
  let path = "";
  let isHead = true;
  for (const line of text.split("\n")) {
    const parts = /^(\d+)(?:#\w+)?([:-])(.*)$/.exec(line);
    if (line === "") isHead = true;
    else if (isHead && parts === null && !line.startsWith("(")) [path, isHead] = [line, false];
    else if (parts !== null && path !== "") {
      const [, n = "0", mark = ":", rest = ""] = parts;
      found.push({ path, n: Number(n), text: rest, isMatch: mark === ":" });
    }
  }
  return found;
}

/** Paths of a listing, one a line. */
export function pathsListed(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !/^\(|^No /.test(line));
}

/** How many there are in all, where a listing is cut. */
export function totalIn(text: string): number | null {
  const found = /\((?:first )?[\d,]+ of ([\d,]+) (?:files|matches)/.exec(text);
  return found === null ? null : Number((found[1] ?? "0").replaceAll(",", ""));
}

/** Whether there is more than an outcome shows, as the tools say it. */
export function isCut(text: string): boolean {
  return /^\((?:the output is full|first [\d,]+ \w+, there are more|[\d,]+ of [\d,]+ (?:files|matches))/m.test(
    text,
  );
}

/** Whether files were left out of a search, as the tools say it: `(2 paths could not be read)`, `(a.ts: not UTF-8)`. */
export function hasSkipped(text: string): boolean {
  return /^\((?:[\d,]+ paths could not be read|and [\d,]+ more files with problems|.+: \S[^()]*)\)$/m.test(
    text,
  );
}

function linesRead(text: string): readonly SourceLine[] {
  return text.split("\n").flatMap((line) => {
    const found = /^(\d+)(?:#\w+)?[\t|](.*)$/.exec(line);
    return found === null ? [] : [{ n: Number(found[1]), text: found[2] ?? "" }];
  });
}

/** Every file of which something was seen, in the order in which they were looked at. */
export function filesSeen(work: readonly Work[]): readonly SourceFile[] {
  const files = new Map<string, Map<number, string>>();
  const add = (path: string, { n, text }: SourceLine): void => {
    const lines = files.get(path) ?? new Map<number, string>();
    files.set(path, lines);
    if (!lines.has(n)) lines.set(n, text);
  };
  for (const one of work.filter(({ failed }) => !failed)) {
    if (one.name === "read")
      for (const line of linesRead(one.text)) add(plainPath(argOf(one, "path")), line);
    if (
      one.name === "grep" &&
      argOf(one, "output") !== "count" &&
      argOf(one, "output") !== "files"
    ) {
      for (const match of matchesIn(one.text)) add(match.path, match);
    }
  }
  return [...files].map(([path, lines]) => ({
    path,
    lines: [...lines].map(([n, text]) => ({ n, text })).sort((left, right) => left.n - right.n),
  }));
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, "");
}
