import type { Assignment as AssignmentNode, Command } from "unbash";
import { emit } from "./emit.ts";
import { changeFolder, stay, type Flow } from "./place.ts";
import { readOneWord, readWord } from "./read-word.ts";
import { readRedirections, walkRedirections } from "./redirections.ts";
import type { Assignment } from "./segment.ts";
import { addText, EMPTY, addOneOf } from "./shape-list.ts";
import { unwrapAll } from "./unwrap-all.ts";
import { walkWord, type Inner } from "./walk-parts.ts";
import { doubt, type At, type Walk } from "./walk.ts";
import { literalOf, openWord, plainLiteralOf, type ShellWord } from "./word.ts";

/** One simple command: what its words run, then itself, then what it starts. */
export function walkCommand(walk: Walk, node: Command, at: At, inner: Inner): Flow {
  const inside: At = { ...at, certain: false };
  const prefix = node.prefix.filter((part) => part.type === "Assignment");
  for (const assignment of prefix) walkAssignment(walk, assignment, inside, inner);
  if (node.name !== undefined) walkWord(walk, node.name, inside, inner);
  for (const arg of node.args) {
    if (arg.type === "Word") walkWord(walk, arg, inside, inner);
    else walkAssignment(walk, arg, inside, inner);
  }
  walkRedirections(walk, node.redirects, inside, inner);
  if (isUnclear(node, walk.source)) doubt(walk, "unparsable", "it is not clear where words end");
  const redirections = readRedirections(node.redirects, walk.words);
  const program = node.name === undefined ? [] : readWord(node.name, walk.words);
  const exports = program.some((word) =>
    /^(?:export|declare|typeset|readonly)$/.test(literalOf(word) ?? ""),
  );
  const set = node.args.filter((arg) => arg.type === "Assignment");
  const assignments = [
    ...prefix.map((part) =>
      readAssignment(walk, part, node.name === undefined ? "shell" : "program"),
    ),
    ...set.map((part) => readAssignment(walk, part, exports ? "export" : "shell")),
  ];
  const args = node.args.flatMap((arg) =>
    arg.type === "Word" ? readWord(arg, walk.words) : [assignmentWord(walk, arg)],
  );
  if (program.length === 0) {
    emit(walk, { words: [], assignments, redirections }, at);
    if (at.certain) bindAll(walk, assignments);
    return stay(at.place);
  }
  const words = [...program, ...args];
  const innermost = unwrapAll(walk, { words, assignments, redirections }, at, inner);
  return flowOf(walk, innermost, at);
}

/**
 * Words that nothing separates are one word for the shell, and between two words there are only
 * blanks, whatever the parser says.
 */
function isUnclear({ name, prefix, suffix }: Command, source: string): boolean {
  const parts = [...prefix, ...(name === undefined ? [] : [name]), ...suffix];
  return parts.some((part, i) => {
    const end =
      part.type === "Redirect" || part.type === "HereString" ? part.target?.end : part.end;
    if (end === undefined || part.type === "HereDoc") return false;
    if (!/^[\s;&|()<>`}]?$/.test(source.charAt(end))) return true;
    const next = parts[i + 1];
    if (next === undefined || next.type === "HereDoc") return false;
    const isWord = next.type === "Word" || next.type === "Assignment";
    return (isWord && next.pos === end) || !/^(?:[ \t]|\\\n)*$/.test(source.slice(end, next.pos));
  });
}

/** Only the shell itself can move: not a program, and not behind a wrapper that starts one. */
function flowOf(walk: Walk, words: readonly ShellWord[], at: At): Flow {
  const [program, ...args] = words;
  const name = program === undefined ? null : plainLiteralOf(program);
  if (name === "cd") return changeFolder(at.place, args);
  if (name === "pushd" || name === "popd") return { ok: null, fail: at.place };
  if (name !== null && walk.functions.has(name) && /\b(?:cd|pushd|popd)\b/.test(walk.source))
    return stay(null);
  return stay(at.place);
}

function walkAssignment(walk: Walk, { index, value }: AssignmentNode, at: At, inner: Inner): void {
  if (index !== undefined) {
    if (!/^\d+$/.test(index.text)) doubt(walk, "opaque", "the index of an assignment is computed");
    walkWord(walk, index, at, inner);
  }
  if (value.type === "ArrayValue" && at.piped)
    doubt(walk, "unparsable", "a list inside of a substitution");
  const words = value.type === "ArrayValue" ? value.elements : [value];
  for (const word of words) walkWord(walk, word, at, inner);
}

function readAssignment(
  walk: Walk,
  { name, value, append, index }: AssignmentNode,
  scope: Assignment["scope"],
): Assignment {
  const whole = value.type === "Word" && append !== true && index === undefined;
  return { name, scope, value: whole ? readOneWord(value, walk.words) : null };
}

/** `A=b` behind `export` is a word too. */
function assignmentWord(walk: Walk, { name, value, text }: AssignmentNode): ShellWord {
  if (value.type === "ArrayValue") return openWord(text, false);
  const { shapes } = readOneWord(value, walk.words);
  return { text, shapes: addOneOf(addText(EMPTY, `${name}=`), shapes), splits: false };
}

/** No name is expanded in an assignment: a pattern stays as it is written. */
function bindAll(walk: Walk, assignments: readonly Assignment[]): void {
  for (const { name, value } of assignments) {
    if (value !== null && value.shapes.every(({ type }) => type === "exact")) {
      walk.variables.bind(name, value.shapes);
    }
  }
}
