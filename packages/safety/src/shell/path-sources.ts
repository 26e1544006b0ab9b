import { findStarts } from "./find-command.ts";
import type { Segment } from "./segment.ts";
import { literalOf, type Shape, type ShellWord } from "./word.ts";

/** Programs that pass lines on as they are, or leave some out. */
const FILTERS = /^(?:grep|egrep|fgrep|rg|sort|uniq|head|tail|tac|shuf)$/;

/**
 * The paths that segments print, line by line, as patterns; null when it is not sure that they
 * print nothing else. Known are programs that list what is below a folder.
 */
export function printedPaths(
  segments: readonly Segment[],
  indexes: readonly number[] | null,
): readonly Shape[] | null {
  // A pipe from several commands, or through filters: follow the last one back.
  let from = indexes;
  for (let steps = 0; steps < 16; steps++) {
    const [index, ...others] = from ?? [];
    const segment = index === undefined ? undefined : segments[index];
    if (segment === undefined || others.length > 0 || segment.program === null) return null;
    if (segment.redirections.some(({ access }) => access === "read" || access === "text"))
      return null;
    const found = pathsOf(segment);
    if (found !== "input") return found;
    from = segment.reads;
  }
  return null;
}

function pathsOf({ program, args, reads }: Segment): readonly Shape[] | null | "input" {
  const name = program === null ? null : literalOf(program);
  const words = args.map(literalOf);
  const has = (pattern: RegExp): boolean =>
    words.some((word) => word !== null && pattern.test(word));
  if (name === null) return null;
  if (reads !== null && FILTERS.test(name) && !has(/^-.*[olcrR]/))
    return hasFiles(name, args) ? null : "input";
  if (name === "find")
    return has(/^-(?:printf|exec|execdir|ok|okdir|ls)$/) ? null : findStarts(args);
  if (name === "git" && isGitList(words)) return BELOW;
  const listsNames =
    name === "rg" ? has(/^(?:-\w*l\w*|--files|--files-with-matches)$/) : name === "fd";
  if (listsNames || (/^e?grep$/.test(name) && has(/^-\w*[lL]\w*$/) && has(/^-\w*[rR]\w*$/))) {
    // Without a path of another folder it looks below the present one.
    return words.every((word) => word !== null && !/^[/~]|\.\./.test(word)) ? BELOW : null;
  }
  return null;
}

const BELOW: readonly Shape[] = [{ type: "glob", pattern: "*" }];

function hasFiles(name: string, args: readonly ShellWord[]): boolean {
  const operands = args.filter((arg) => literalOf(arg)?.startsWith("-") !== true);
  // A count behind `-n` looks like an operand as well.
  const numbers = operands.filter((arg) => /^\+?\d+$/.test(literalOf(arg) ?? ""));
  const own = /grep|rg/.test(name) ? 1 : 0;
  return operands.length - numbers.length > own;
}

function isGitList(words: readonly (string | null)[]): boolean {
  const [command] = words;
  if (words.some((word) => word === null || word.startsWith("-C"))) return false;
  if (command === "ls-files") return true;
  return command === "diff" && words.includes("--name-only");
}
