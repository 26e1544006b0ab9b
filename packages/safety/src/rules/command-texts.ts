import { baseName } from "../shell/unwrap.ts";
import type { Segment, ShellAnalysis } from "../shell/segment.ts";
import { literalOf } from "../shell/word.ts";

/**
 * Every way a segment can be spelled, for rules that forbid: as written, without its quotes, with
 * the bare name of the program, with what stands around it.
 */
export function forbiddenTexts(segment: Segment): readonly string[] {
  const { program, args, text } = segment;
  if (program === null) return [redirectionText(segment)].filter((part) => part !== "");
  const words = [program, ...args].map((word) => literalOf(word) ?? word.text);
  const [first = "", ...rest] = words;
  const plain = words.join(" ");
  const named = [baseName(first) ?? first, ...rest].join(" ");
  const base = [first.slice(first.lastIndexOf("/") + 1), ...rest].join(" ");
  const full = `${text} ${redirectionText(segment)}`.trim();
  return [...new Set([text, plain, named, base, full])];
}

/** The one way a segment is spelled for rules that allow. */
export function allowedText(segment: Segment): string {
  const { program, args, text } = segment;
  const words = program === null ? [] : [program, ...args];
  const literals = words.map(literalOf);
  // Without quotes only where they made no difference.
  const isPlain = literals.every((word) => word !== null && /^[\w@%+=:,./^~-]+$/.test(word));
  return isPlain ? literals.join(" ") : text;
}

/** What is written around a segment: a rule must name it to allow it. */
export function redirectionText({ redirections }: Segment): string {
  return redirections
    .flatMap(({ access, target }) => {
      if (target === null || access === "read") return [];
      return [`${access === "append" ? ">>" : ">"} ${literalOf(target) ?? target.text}`];
    })
    .join(" ");
}

/** Pieces of a text that could not be parsed; only for rules that forbid. */
export function crudePieces({ command }: ShellAnalysis): readonly string[] {
  return command
    .split(/[;&|\n\r(){}`]|\$\(/)
    .map((piece) =>
      piece
        .trim()
        .replaceAll(/\s+/g, " ")
        .replaceAll(/["'\\]/g, ""),
    )
    .filter((piece) => piece !== "");
}
