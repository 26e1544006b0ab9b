/** Lines that belong together: from the first to before the last, counted from 0. */
export type Block = { readonly from: number; readonly to: number };

/** A piece with what it is part of, the outermost first. */
export type NamedBlock = Block & { readonly names: readonly string[] };

/** Goes on with what stands above it: the end of a bracket, the other branch, a brace of its own line. */
const CONTINUES =
  /^(?:[)\]}>{]|\*\/|-->|(?:else|elif|elsif|except|finally|catch|rescue|ensure|end|then|fi|done|esac|begin|where)\b)/i;
/** Speaks of what stands below it: comments, decorators, attributes. */
const LEADS = /^(?:\/\/|\/\*|\*|--|<!--|;|@|#(?!include|define|if|endif|else|undef|import)|\[\w)/;
const TAB_WIDTH = 4;

/** How far a line stands from the margin; -1 when it is blank. */
export function indentOf(line: string): number {
  let width = 0;
  for (const letter of line) {
    if (letter === " ") width += 1;
    else if (letter === "\t") width += TAB_WIDTH;
    else return letter === "\r" ? -1 : width;
  }
  return -1;
}

/** The least indentation in a range, of what is deeper than `than`; null when nothing is. */
export function levelIn(lines: readonly string[], { from, to }: Block, than = -1): number | null {
  let level: number | null = null;
  for (let at = from; at < to; at++) {
    const indent = indentOf(lines[at] ?? "");
    if (indent > than && (level === null || indent < level)) level = indent;
  }
  return level;
}

/**
 * What begins at one level of indentation, each with all that hangs below it. Comments and decorators right above
 * belong to what they speak of. Good layout is all that it takes, so it works for every language.
 */
export function blocksAt(lines: readonly string[], range: Block, level: number): readonly Block[] {
  const starts: number[] = [];
  let isLed = false;
  let isInComment = false;
  for (let at = range.from; at < range.to; at++) {
    const line = lines[at] ?? "";
    const indent = indentOf(line);
    if (isInComment) {
      isInComment = !line.includes("*/");
      continue;
    }
    // What a blank line parts from a comment is not what the comment speaks of.
    if (indent < 0) isLed = false;
    if (indent < 0 || indent !== level) continue;
    const words = line.trimStart();
    if (CONTINUES.test(words)) continue;
    if (!isLed) starts.push(at);
    isLed = LEADS.test(words);
    isInComment = words.startsWith("/*") && !words.includes("*/");
  }
  if (starts[0] !== range.from) starts[0] = range.from;
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? range.to }));
}

/** The line of a block that says what it is: the first at its level that is no comment. */
export function declarationOf(lines: readonly string[], { from, to }: Block): number {
  let isInComment = false;
  for (let at = from; at < to; at++) {
    const words = (lines[at] ?? "").trimStart();
    if (isInComment) {
      isInComment = !words.includes("*/");
      continue;
    }
    if (words === "" || (LEADS.test(words) && !words.startsWith("#!"))) {
      isInComment = words.startsWith("/*") && !words.includes("*/");
      continue;
    }
    if (!CONTINUES.test(words)) return at;
  }
  return from;
}
