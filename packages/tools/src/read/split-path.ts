/** A path of a call, taken apart by its letters alone: what the gate judges is what is read. */
export type SplitPath = {
  readonly file: string;
  /** What of the file is wanted; empty for all of it. */
  readonly selector: string;
};

const DATABASE = String.raw`\.(?:sqlite3?|db3?|s3db|sl3)[:?]`;
const DOCUMENT = String.raw`\.(?:pdf|ipynb)\?`;
const MARKED = new RegExp(`(?:${DATABASE}|${DOCUMENT})`, "i");
/** As compilers and models name lines: `src/a.ts:10-20`. */
const LINES = /:(\d{1,9}(?:-\d{1,9})?)$/;
const ARCHIVE = /\.(?:zip|jar|war|whl|nupkg|apk|epub|docx|xlsx|pptx|tar|tgz|gz)(?=\/)/gi;

/**
 * `data.db:users?limit=5` is the file `data.db` with a selector, and never a file of that odd name.
 */
export function splitPath(path: string): SplitPath {
  const found = MARKED.exec(path);
  const lines = LINES.exec(path);
  if (found === null) {
    if (lines === null) return { file: path, selector: "" };
    return { file: path.slice(0, lines.index), selector: lines[1] ?? "" };
  }
  const end = found.index + found[0].length - 1;
  // A question mark belongs to the selector, a colon only separates.
  return { file: path.slice(0, end), selector: path.slice(path[end] === ":" ? end + 1 : end) };
}

/**
 * All ways in which `a.zip/b.zip/c` can be a file inside of an archive, the outermost archive
 * first. Whether one of them is meant, or a folder with such a name, only the disk knows.
 */
export function archivePaths(path: string): readonly SplitPath[] {
  return [...path.matchAll(ARCHIVE)].map((found) => {
    const end = found.index + found[0].length;
    return { file: path.slice(0, end), selector: path.slice(end + 1) };
  });
}
