import type { SourceFile, SourceLine } from "./source-file.ts";
import { codePassages } from "./code-passages.ts";
import { isProse } from "./passage.ts";
import type { Passage } from "./passage.ts";
import { prosePassages } from "./prose-passages.ts";
import { depthOf, withoutStrings } from "./text.ts";

/** Things that are listed together: a table, a list, the members of a constant or a type. */
export type Group = {
  readonly path: string;
  readonly line: number;
  /** The headings above it, or the comment. */
  readonly title: string;
  /** What the code calls it. */
  readonly name: string | null;
  /** The first row of a table, where it is one. */
  readonly head: string | null;
  readonly items: readonly SourceLine[];
  /** The shape of something, not the things themselves. */
  readonly isType: boolean;
};

const FEWEST = 2;
const MOST_LINES = 400;

export function groupsIn(file: SourceFile): readonly Group[] {
  return isProse(file.path) ? proseGroups(file) : codeGroups(file);
}

/** Items or rows in a row below one heading. */
function proseGroups(file: SourceFile): readonly Group[] {
  const groups: Group[] = [];
  let run: Passage[] = [];
  const flush = (): void => {
    const [first] = run;
    const items = run.map(({ line, quote }) => ({ n: line, text: quote }));
    const isTable = first?.kind === "row";
    const body = isTable ? items.slice(1) : items;
    if (first !== undefined && body.length >= FEWEST && isWhole(run, file)) {
      const head = isTable ? first.quote : null;
      groups.push({
        path: file.path,
        line: first.line,
        title: first.title,
        name: null,
        head,
        items: body,
        isType: false,
      });
    }
    run = [];
  };
  for (const passage of prosePassages(file)) {
    const isListed = passage.kind === "item" || passage.kind === "row";
    const [first] = run;
    const last = run.at(-1);
    // The second sentence of an item belongs to it.
    if (isListed && last !== undefined && !/^\s*(?:[-*+•|]|\d{1,3}[.)])/.test(passage.quote))
      continue;
    const goesOn =
      isListed &&
      first?.kind === passage.kind &&
      first.title === passage.title &&
      passage.line <= (last?.lastLine ?? 0) + 4;
    if (!goesOn) flush();
    if (isListed) run.push(passage);
  }
  flush();
  return groups;
}

/** Whether every line from above the first to below the last was seen: else there may be more. */
function isWhole(run: readonly Passage[], { lines }: SourceFile): boolean {
  const [first, last] = [run[0]?.line ?? 1, run.at(-1)?.lastLine ?? 1];
  const seen = new Set(lines.map(({ n }) => n));
  const end = lines.at(-1)?.n ?? 0;
  const isRead = lines[0]?.n === 1 && seen.size === end;
  if (isRead) return true;
  for (let n = Math.max(1, first - 1); n <= last + 1; n++) if (!seen.has(n)) return false;
  return true;
}

/** Constants, enums, types and calls that hold several things, one or more to a line. */
function codeGroups(file: SourceFile): readonly Group[] {
  const at = new Map(file.lines.map(({ n }, place) => [n, place]));
  return codePassages(file).flatMap((passage): Group[] => {
    const isData =
      passage.kind === "constant" ||
      /\b(?:enum|type|interface|struct)\s/.test(passage.quote.split("\n", 1)[0] ?? "");
    const start = at.get(passage.line);
    if (!isData || start === undefined || passage.name === undefined) return [];
    const items = membersFrom(file.lines.slice(start, start + MOST_LINES));
    if (items.length < FEWEST) return [];
    const { path, line, name, title, about } = passage;
    return [
      {
        path,
        line,
        title: about?.text ?? title,
        name,
        head: null,
        items,
        isType:
          /\b(?:type|interface|struct)\s/.test(passage.quote.split("\n", 1)[0] ?? "") &&
          !/^\s*\|/m.test(passage.quote),
      },
    ];
  });
}

/** The members of the first bracket, or of a union: each with all its lines, or the parts of a single line. */
function membersFrom(lines: readonly SourceLine[]): readonly SourceLine[] {
  const members: { n: number; text: string }[] = [];
  let depth = 0;
  for (const [place, { n, text }] of lines.entries()) {
    if (place > 0 && n !== (lines[place - 1]?.n ?? 0) + 1) return [];
    const bare = withoutStrings(text);
    const before = depth;
    depth += depthOf(bare);
    const isUnion = before === 0 && /^\s*\|/.test(text);
    const isComment = /^\s*(?:\/[/*]|\*|#)/.test(text);
    if (place > 0 && !isComment) {
      if (isUnion || (before === 1 && !/^\s*[)\]}]/.test(text)))
        members.push({ n, text: text.trim() });
      else if (before > 1) join(members.at(-1), text);
    }
    const isOver = depth <= 0 && (/;\s*$/.test(bare) || (place > 0 && before > 0 && !isUnion));
    if (isOver)
      return place === 0
        ? partsOf(text, n)
        : members.map(tidied).filter(({ text: said }) => /\w/.test(said));
  }
  // It goes on where nobody has looked: how many there are is not known.
  return [];
}

const LONGEST_MEMBER = 400;

function join(member: { text: string } | undefined, line: string): void {
  if (member !== undefined && member.text.length < LONGEST_MEMBER) member.text += ` ${line.trim()}`;
}

function tidied({ n, text }: SourceLine): SourceLine {
  return { n, text: text.replace(/^\|\s*/, "").replace(/[,;]+$/, "") };
}

function partsOf(text: string, n: number): readonly SourceLine[] {
  const inside = /[[({|]\s*(.+?)\s*[\])}]?(?:\s+as const)?[);\s]*$/.exec(text)?.[1] ?? "";
  return inside
    .split(/\s*[,|]\s*/)
    .filter((part) => /\w/.test(part))
    .map((part) => ({ n, text: part }));
}
