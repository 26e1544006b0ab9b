import { KEPT_LINE_BYTES } from "../search/query.ts";
import type { SearchServices } from "../search/services.ts";
import { fitting, grouped, MOST_BYTES } from "../search/shown-list.ts";
import { cutText } from "../workspace/cut-text.ts";
import { shownName } from "../workspace/shown-name.ts";
import type { GrepInput, Matches, NamedHit } from "./find-matches.ts";

const MOST_LINE_CHARS = 500;
/** Room for the notes behind the matches. */
const NOTE_BYTES = 1_024;

export type Shown = {
  readonly text: string;
  readonly isCut: boolean;
};

type AnchorOf = SearchServices["anchorOf"];

export function showMatches(matches: Matches, input: GrepInput, anchorOf?: AnchorOf): Shown {
  if (matches.total === 0)
    return { text: [noMatch(input), ...notes(matches)].join("\n"), isCut: false };
  const { lines, count } =
    matches.output === "content" ? contentLines(matches, anchorOf) : listLines(matches);
  const fit = fitting(lines, MOST_BYTES - NOTE_BYTES);
  const all = matches.output === "count" ? matches.files : matches.total;
  const isCut = fit.isCut || count < all || !matches.isExact;
  const rest = isCut ? [restOf(matches, fit.isCut ? null : count)] : [];
  const sum =
    matches.output === "count" && matches.files > 1
      ? [`(${grouped(matches.total)} matches in ${grouped(matches.files)} files)`]
      : [];
  return { text: [...fit.lines, ...sum, ...rest, ...notes(matches)].join("\n"), isCut };
}

type Lines = { readonly lines: readonly string[]; readonly count: number };

function listLines({ hits, output, limit }: Matches): Lines {
  const lines = hits
    .slice(0, limit)
    .map(({ name, count }) => shownName(name) + (output === "count" ? `:${count}` : ""));
  return { lines, count: lines.length };
}

/** Grouped by file; the path stands above its lines. */
function contentLines({ hits, limit, context }: Matches, anchorOf: AnchorOf): Lines {
  const lines: string[] = [];
  let count = 0;
  for (const hit of hits) {
    if (count >= limit) break;
    if (lines.length > 0) lines.push("");
    lines.push(shownName(hit.name));
    count += pushLines(lines, hit, { room: limit - count, context, anchorOf });
  }
  return { lines, count };
}

/** Adds the lines of a file up to the last match there is room for, and those around it. */
function pushLines(
  lines: string[],
  hit: NamedHit,
  options: { readonly room: number; readonly context: number; readonly anchorOf: AnchorOf },
): number {
  const { room, context, anchorOf } = options;
  let count = 0;
  let last: number | null = null;
  let after = 0;
  for (const { number, isMatch, bytes, skipped } of hit.lines) {
    if (count === room && (isMatch || after === context)) break;
    if (context > 0 && last !== null && number > last + 1) lines.push("--");
    const text = new TextDecoder().decode(bytes);
    // Of a longer line only a part is here, which has another hash.
    const isWhole = skipped === 0 && bytes.length < KEPT_LINE_BYTES;
    const name = isWhole ? (anchorOf?.(number, text) ?? number) : number;
    lines.push(`${name}${isMatch ? ":" : "-"}${shownLine(text, skipped)}`);
    if (isMatch) count += 1;
    after = isMatch ? 0 : after + 1;
    last = number;
  }
  if (hit.isBinary && count < room) {
    lines.push("(binary file matches)");
    count += 1;
  }
  return count;
}

function shownLine(line: string, skipped: number): string {
  const text = (skipped > 0 ? "…" : "") + line;
  return text.length > MOST_LINE_CHARS ? `${cutText(text, MOST_LINE_CHARS)}…` : text;
}

function restOf({ output, total, files, isExact }: Matches, shown: number | null): string {
  const what = output === "content" ? "matches" : "files";
  const how =
    shown === null
      ? "the output is full"
      : !isExact
        ? `first ${grouped(shown)} ${what}, there are more`
        : output === "content"
          ? `${grouped(shown)} of ${grouped(total)} matches in ${grouped(files)} files`
          : `${grouped(shown)} of ${grouped(files)} files`;
  const instead = output === "content" ? ", or output: files" : "";
  return `(${how}; narrow path, glob or pattern, or raise limit${instead})`;
}

function notes({ isExact, unreadable, leftOut }: Matches): readonly string[] {
  // Of a search that stopped early nobody knows these.
  if (!isExact) return [];
  return [
    ...(unreadable > 0 ? [`(${grouped(unreadable)} paths could not be read)`] : []),
    ...(leftOut > 0
      ? [`(left out, with credentials by their names: ${grouped(leftOut)} files)`]
      : []),
  ];
}

function noMatch({ pattern, path, glob, type, ignoreCase = false }: GrepInput): string {
  const tips = [
    ...(!ignoreCase && /\p{L}/u.test(pattern) ? ["ignoreCase"] : []),
    ...(/[^\\][()[\]{}?*+.$]|^[.^$]/.test(pattern) ? ["escaping regex characters with \\"] : []),
    ...(glob !== undefined || type !== undefined || path !== undefined
      ? ["a wider path or glob"]
      : []),
    "a shorter pattern",
  ];
  return `No match. Try ${tips.join(", ")}. Ignored files are searched only when path names them.`;
}
