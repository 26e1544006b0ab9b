/** A search-and-replace edit that stands in the words of a reply (EDIT-3). */
export type BlockEdit = {
  readonly path: string;
  /** Empty for a new file. */
  readonly search: string;
  readonly replace: string;
  /** The line it begins in, from 1. */
  readonly line: number;
};

export type ParsedBlocks = {
  readonly edits: readonly BlockEdit[];
  /** Contents of fenced shell commands between the edits. */
  readonly shell: readonly string[];
  /** What could not be read; nothing of the reply should be applied then. */
  readonly problem: { readonly line: number; readonly message: string } | null;
};

const HEAD = /^<{5,9} SEARCH>?\s*$/;
const DIVIDER = /^={5,9}\s*$/;
const TAIL = /^>{5,9} REPLACE\s*$/;
/** Backquotes or, where those stand in the file itself, a tag such as `<source>python`. */
const FENCE = /^\s*(?:`{3,}|~{3,}|<[a-z][\w-]*>(?=[\w+#-]*\s*$))/i;
const SHELL_FENCE =
  /^(?:`{3,}|~{3,})(?:bash|sh|shell|zsh|fish|cmd|batch|powershell|ps1|console|terminal)\s*$/i;
/** How far above a block its path may stand. */
const LOOK_BACK = 3;

/** Finds the edits in a text, in order. Never throws. */
export function parseBlocks(text: string): ParsedBlocks {
  const lines = text.split(/(?<=\n)/);
  const edits: BlockEdit[] = [];
  const shell: string[] = [];
  let path: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = bare(lines[at]);
    if (SHELL_FENCE.test(line.trim()) && !HEAD.test(bare(lines[at + 1]).trim())) {
      const end = closingFence(lines, at + 1);
      shell.push(lines.slice(at + 1, end).join(""));
      at = end;
      continue;
    }
    if (!HEAD.test(line)) continue;
    path = pathAbove(lines, at) ?? path;
    if (path === null) return { edits, shell, problem: missingPath(at) };
    const block = readBlock(lines, at);
    if ("message" in block) return { edits, shell, problem: block };
    edits.push({ path, search: block.search, replace: block.replace, line: at + 1 });
    at = block.end;
  }
  return { edits, shell, problem: null };
}

type Block = { readonly search: string; readonly replace: string; readonly end: number };

function readBlock(
  lines: readonly string[],
  head: number,
): Block | { readonly line: number; readonly message: string } {
  const middle = findLine(lines, head + 1, (line) => DIVIDER.test(line));
  if (middle === -1) return { line: head + 1, message: "The block has no ======= line." };
  const end = findLine(lines, middle + 1, (line) => TAIL.test(line) || DIVIDER.test(line));
  if (end === -1) return { line: head + 1, message: "The block has no >>>>>>> REPLACE line." };
  return {
    search: lines.slice(head + 1, middle).join(""),
    replace: lines.slice(middle + 1, end).join(""),
    end,
  };
}

function findLine(lines: readonly string[], from: number, isIt: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (isIt(bare(lines[at]).trim())) return at;
  return -1;
}

/** The nearest line above that is no fence; only fences may stand between. */
function pathAbove(lines: readonly string[], head: number): string | null {
  const names: string[] = [];
  for (let at = head - 1; at >= Math.max(0, head - LOOK_BACK); at--) {
    const line = bare(lines[at]);
    const name = pathIn(line);
    if (name !== null) names.push(name);
    if (!FENCE.test(line)) break;
  }
  return names.find((name) => name.includes(".")) ?? names[0] ?? null;
}

/** A line as a path: without the marks that models put around it. */
function pathIn(line: string): string | null {
  const text = line.trim();
  if (text === "" || text === "...") return null;
  const fence = FENCE.exec(text)?.[0];
  if (fence !== undefined) {
    // ```src/a.ts instead of ```ts
    const behind = text.slice(fence.length).trim();
    return /[./]/.test(behind) && !behind.includes(" ") ? behind : null;
  }
  const plain = text.replace(/:$/, "").replace(/^#+/, "").trim();
  const name = plain.replace(/^[`*]+|[`*]+$/g, "").trim();
  return name === "" ? null : name;
}

function closingFence(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++) {
    if (/^\s*(?:`{3,}|~{3,})\s*$/.test(bare(lines[at]))) return at;
  }
  return lines.length;
}

function missingPath(at: number) {
  return { line: at + 1, message: "No path stands above the block." };
}

/** Without its end; empty behind the last line. */
function bare(line: string | undefined): string {
  return (line ?? "").replace(/\r?\n$/, "");
}
