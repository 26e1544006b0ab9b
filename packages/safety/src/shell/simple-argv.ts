import { parse } from "unbash";
import { analyse } from "./analyse.ts";
import { literalOf, type ShellWord } from "./word.ts";

/**
 * The words of a command that needs no shell (C6): one program, no operators, redirections,
 * variables or wildcards. Null for everything else. `~` is not expanded here, so it needs a shell.
 */
export function simpleArgv(command: string): readonly string[] | null {
  const { segments, doubts } = analyse(command);
  const [segment, ...others] = segments;
  // A substitution is a command of its own, and comes first.
  if (segment === undefined || others.length > 0 || doubts.length > 0) return null;
  if (!isOneCommand(command)) return null;
  const { program, args, assignments, redirections } = segment;
  if (program === null || assignments.length > 0 || redirections.length > 0) return null;
  const words = [program, ...args].map(plain);
  return words.every((word) => word !== null) && !BUILTINS.test(words[0] ?? "") ? words : null;
}

/** Not negated, not measured, not in the background. */
function isOneCommand(command: string): boolean {
  const [statement, ...others] = parse(command).commands;
  if (statement === undefined || others.length > 0 || statement.background === true) return false;
  return statement.command.type === "Command";
}

function plain(word: ShellWord): string | null {
  return word.shapes.some(({ home }) => home === true) ? null : literalOf(word);
}

/** Only the shell itself can do these. */
const BUILTINS =
  /^(?:cd|pushd|popd|export|declare|typeset|local|readonly|unset|set|shopt|alias|unalias|source|\.|eval|exec|exit|return|read|mapfile|readarray|trap|wait|jobs|fg|bg|disown|umask|ulimit|type|command|builtin|hash|history|let|shift|break|continue|getopts|times|dirs|help|enable|bind|complete|compgen|caller|fc|suspend|logout|:)$/;
