import { mostPerFile } from "../harvest.ts";
import { MOST_WINDOW_BYTES } from "../line-window.ts";
import type { Query } from "../query.ts";
import type { Root } from "../root.ts";

/** Longer lines are cut by ripgrep itself; what is left of them is still more than is shown. */
const MOST_COLUMNS = 2_000;
/** A pattern that spans lines needs the whole file in memory. */
export const MOST_MULTILINE_BYTES = 64 * 1024 * 1024;

/** Whatever the user or the workspace has set up, a search means the same. */
const ALWAYS = [
  "--no-config",
  "--color=never",
  "--no-ignore-global",
  "--no-mmap",
  "--hidden",
  "--glob=!.git",
];

const OUTPUTS: Readonly<Record<Query["output"], readonly string[]>> = {
  content: ["--heading", "--line-number", "--with-filename"],
  files: ["--files-with-matches"],
  count: ["--with-filename"],
};

const REACHES: Readonly<Record<Root["reach"], readonly string[]>> = {
  repository: [],
  above: ["--no-require-git"],
  inside: ["--no-require-git", "--no-ignore-parent"],
};

/** The arguments of a search. No pattern and no path can be mistaken for an option. */
export function searchArgs(query: Query, root: Root, order: "any" | "path"): readonly string[] {
  const { multiline, context, output, names } = query;
  return [
    ...ALWAYS,
    ...REACHES[root.reach],
    "--null",
    ...OUTPUTS[output],
    ...(output === "count" ? [multiline ? "--count-matches" : "--count"] : []),
    ...(output === "content" ? contentArgs(query, context) : []),
    ...(order === "path" ? ["--sort=path"] : []),
    ...(multiline
      ? ["--multiline", "--multiline-dotall", `--max-filesize=${MOST_MULTILINE_BYTES}`]
      : []),
    ...(names === null ? [] : nameArgs(names)),
    ...patternArgs(query),
    "--",
    root.only === null ? "./" : `./${root.only}`,
  ];
}

/** The same question to a few files, with the column of the first match in each line. */
export function columnArgs(query: Query, paths: readonly string[]): readonly string[] {
  return [
    ...ALWAYS,
    "--null",
    "--no-heading",
    "--line-number",
    "--column",
    "--with-filename",
    `--max-count=${mostPerFile(query)}`,
    `--max-filesize=${MOST_WINDOW_BYTES}`,
    ...patternArgs(query),
    "--",
    ...paths.map((path) => `./${path}`),
  ];
}

/** A pattern in which a carriage return is meant. */
export function namesReturn(pattern: string): boolean {
  return /\r|\\r|\\x0d|\\x\{0*d\}|\\u000d|\\u\{0*d\}/i.test(pattern);
}

function patternArgs({ pattern, ignoreCase }: Query): readonly string[] {
  return [
    ...(ignoreCase ? ["--ignore-case"] : []),
    // Windows line ends are no part of a line, unless someone looks for them.
    ...(namesReturn(pattern) ? [] : ["--crlf"]),
    `--regexp=${pattern}`,
  ];
}

function contentArgs(query: Query, context: number): readonly string[] {
  return [
    // Where a pattern may span lines it would count matches, of which a line can have many.
    ...(query.multiline ? [] : [`--max-count=${mostPerFile(query)}`]),
    `--max-columns=${MOST_COLUMNS}`,
    "--max-columns-preview",
    ...(context > 0 ? [`--context=${context}`] : []),
  ];
}

/** A type of our own: unlike `--glob`, it does not outrank ignore files. */
function nameArgs(names: readonly string[]): readonly string[] {
  return [...names.map((glob) => `--type-add=squire:${glob}`), "--type=squire"];
}
