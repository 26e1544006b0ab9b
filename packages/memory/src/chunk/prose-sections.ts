import type { NamedBlock } from "./code-blocks.ts";

const HEADING = /^(#{1,6}|={1,6})\s+(.*?)\s*[#=]*\s*$/;
/** The pattern is slow on long runs of blanks, and a checkout can hold anything. */
const LONGEST_HEADING = 200;
const FENCE = /^\s*(```+|~~~+)/;

/** A text by its headings and paragraphs; blocks of code stay whole. */
export function proseSections(lines: readonly string[]): readonly NamedBlock[] {
  const found: NamedBlock[] = [];
  const headings: string[] = [];
  let from = 0;
  let fence: string | null = null;
  // A heading stands with what follows it.
  let hasText = false;
  const end = (to: number): void => {
    if (to > from) found.push({ from, to, names: headings.filter((one) => one !== "") });
    from = to;
    hasText = false;
  };
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (fence !== null || mark !== undefined) {
      hasText = true;
      continue;
    }
    const heading = HEADING.exec(line.slice(0, LONGEST_HEADING));
    if (heading !== null) {
      end(at);
      const level = heading[1]?.length ?? 1;
      headings.length = Math.min(headings.length, level - 1);
      while (headings.length < level - 1) headings.push("");
      headings.push(heading[2] ?? "");
    } else if (line.trim() !== "") hasText = true;
    else if (hasText) end(at);
  }
  end(lines.length);
  return found;
}
