import type { Chunk } from "../index/source.ts";
import { blocksAt, declarationOf, levelIn } from "./code-blocks.ts";
import type { Block, NamedBlock } from "./code-blocks.ts";
import { apart, isTestPath, nameIn, pathWords } from "./code-names.ts";
import { proseSections } from "./prose-sections.ts";

/** Another number: what was divided before is divided again. */
export const CHUNKER = 1;

/** What is larger is divided by what stands in it. */
const MOST_CHARS = 1_600;
/** What is smaller is joined with its neighbours: each piece costs the time of a vector. */
const FULL_CHARS = 900;
const MOST_NAMES = 4;
const LONGEST_LINE = 500;
const LONGEST_TITLE = 160;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;
/** What only names other files says nothing of its own. */
const IMPORTS =
  /^(?:import\b|export\s+(?:type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\b|from\s+\S+\s+import\b|#\s*include\b|using\s+[\w.]+;|package\s+[\w.]+;?$|use\s+[\w:{}, *]+;|(?:const|var|let)\s+[\w{}, ]+\s*=\s*require\()/;

/** So begins the context of what only tries something else. */
export const TESTS_OF = "tests of ";

/**
 * A source file in pieces by what it declares: functions, classes and their members, sections. A piece is whole lines,
 * and knows its first one; its context is what the path and the names around it say, taken apart into words.
 */
export function codeChunks(path: string, text: string): readonly Chunk[] {
  const lines = text.split(/\r?\n/);
  const all = { from: 0, to: lines.length };
  const blocks = PROSE.test(path) ? proseSections(lines) : declared(lines, all);
  const small = blocks.flatMap((block) => cut(lines, block));
  return joined(lines, small).flatMap((block) => chunkOf(path, lines, block));
}

/** The text of some lines as a piece has it. */
export function linesOf(lines: readonly string[], { from, to }: Block): string {
  return lines.slice(from, to).join("\n");
}

type Inside = { readonly names: readonly string[]; readonly than: number };

function declared(
  lines: readonly string[],
  range: Block,
  { names, than }: Inside = { names: [], than: -1 },
): readonly NamedBlock[] {
  const level = levelIn(lines, range, than);
  if (level === null) return [{ ...range, names }];
  return blocksAt(lines, range, level).flatMap((block) => {
    const declaration = declarationOf(lines, block);
    const first = (lines[declaration] ?? "").slice(0, LONGEST_LINE).trim();
    if (IMPORTS.test(first)) return [];
    const name = nameIn(first, names.length > 0);
    const inner = name === null ? names : [...names, name];
    if (sizeOf(lines, block) <= MOST_CHARS) return [{ ...block, names: inner }];
    const below = { from: declaration + 1, to: block.to };
    const [head, ...rest] = declared(lines, below, { names: inner, than: level });
    // What says what it is stands with the first of what is in it.
    return head === undefined
      ? [{ ...block, names: inner }]
      : [{ ...head, from: block.from }, ...rest];
  });
}

function sizeOf(lines: readonly string[], { from, to }: Block): number {
  let size = 0;
  for (let at = from; at < to; at++) size += (lines[at] ?? "").length + 1;
  return size;
}

/** What has no parts is cut where lines end. */
function cut(lines: readonly string[], block: NamedBlock): readonly NamedBlock[] {
  if (sizeOf(lines, block) <= MOST_CHARS) return [block];
  const parts: NamedBlock[] = [];
  let [from, size] = [block.from, 0];
  for (let at = block.from; at < block.to; at++) {
    const length = (lines[at] ?? "").length + 1;
    if (size + length > MOST_CHARS && at > from) {
      parts.push({ ...block, from, to: at });
      [from, size] = [at, 0];
    }
    size += length;
  }
  return [...parts, { ...block, from }];
}

/** Small neighbours as one piece. */
function joined(lines: readonly string[], blocks: readonly NamedBlock[]): readonly Joined[] {
  const found: Joined[] = [];
  for (const { from, to, names } of blocks) {
    const last = found.at(-1);
    const whole = last === undefined ? null : { from: last.from, to };
    const fits =
      last !== undefined &&
      whole !== null &&
      last.to === from &&
      last.titles.length < MOST_NAMES &&
      sizeOf(lines, whole) <= FULL_CHARS;
    const title = names.join(".");
    if (!fits) {
      found.push({ from, to, titles: title === "" ? [] : [title] });
      continue;
    }
    const isNew = title !== "" && !last.titles.includes(title);
    found[found.length - 1] = {
      from: last.from,
      to,
      titles: isNew ? [...last.titles, title] : last.titles,
    };
  }
  return found;
}

type Joined = Block & { readonly titles: readonly string[] };

/** Nothing where nothing but blank lines and brackets stand. */
function chunkOf(path: string, lines: readonly string[], block: Joined): readonly Chunk[] {
  let { from, to } = block;
  while (from < to && (lines[from] ?? "").trim() === "") from++;
  while (to > from && (lines[to - 1] ?? "").trim() === "") to--;
  const text = linesOf(lines, { from, to });
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const title = block.titles.join(", ").slice(0, LONGEST_TITLE);
  const about = block.titles.map(apart).join(", ");
  const place = isTestPath(path) ? `${TESTS_OF}${pathWords(path)}` : pathWords(path);
  const context = about === "" ? place : `${place} › ${about}`;
  const key = title === "" ? {} : { key: `${path}#${title}` };
  return [{ text, context, start: from + 1, ...key }];
}
