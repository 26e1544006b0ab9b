import { oneLine } from "./plain-text.ts";

const INLINE_CHARS = 500;

/** One line that means itself in Markdown. */
export function inlineText(text: string): string {
  return oneLine(text, INLINE_CHARS).replaceAll(/[\\`*_[\]<>&#!|]/g, (char) => `\\${char}`);
}

/** A code block that nothing in the text can close. */
export function fenced(text: string, language = ""): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}\n`;
}

/**
 * Markdown that somebody else wrote, without what would act when it is shown: raw HTML becomes text,
 * pictures (which a viewer would fetch) become links. Code stays as it is.
 */
export function inertMarkdown(text: string): string {
  let fence: string | null = null;
  const lines = text.split("\n").map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null) {
      fence = mark;
      return mark === null ? inertLine(line) : line;
    }
    const isClosing = mark !== null && mark.startsWith(fence) && /^[ `~]*$/.test(line);
    if (isClosing) fence = null;
    return line;
  });
  // A block that was never closed would swallow what follows.
  return fence === null ? lines.join("\n") : [...lines, fence].join("\n");
}

/** Spans of code are kept: what stands between two runs of backticks of the same length. */
function inertLine(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({
    index,
    length: run.length,
  }));
  const closings = closingRuns(runs);
  let result = "";
  let at = 0;
  for (const [n, run] of runs.entries()) {
    const closing = runs[closings[n] ?? -1];
    if (run.index < at || closing === undefined) continue;
    const end = closing.index + closing.length;
    result += inertSpan(line.slice(at, run.index)) + line.slice(run.index, end);
    at = end;
  }
  return result + inertSpan(line.slice(at));
}

/** For each run the next one of its length; from the end, so that each is looked at once. */
function closingRuns(
  runs: readonly { readonly length: number }[],
): readonly (number | undefined)[] {
  const next = new Map<number, number>();
  const closings: (number | undefined)[] = [];
  for (let n = runs.length - 1; n >= 0; n--) {
    const length = runs[n]?.length ?? 0;
    closings[n] = next.get(length);
    next.set(length, n);
  }
  return closings;
}

function inertSpan(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])/gi, "&lt;").replaceAll(/!(?=\[)/g, "\\!");
}
