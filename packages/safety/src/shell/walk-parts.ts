import {
  forEachChild,
  type ArithmeticExpression,
  type ParsedScript,
  type SyntaxNode,
  type TestExpression,
  type Word,
  type WordPart,
} from "unbash";
import { doubt, type At, type Walk } from "./walk.ts";

/** Walks a text that stands inside another one; given by the walker of statements. */
export type Inner = (walk: Walk, script: ParsedScript, at: At) => void;

/** Numbers and operators: nothing that could be a name or hold code. */
const PLAIN_ARITHMETIC = /^[\s0-9+\-*/%()<>=!&|^~?:,]*$/;

/** Everything that runs while a word is expanded. */
export function walkWord(walk: Walk, word: Word, at: At, inner: Inner): void {
  if (word.parts !== undefined) walkParts(walk, word.parts, at, inner);
}

export function walkParts(walk: Walk, parts: readonly WordPart[], at: At, inner: Inner): void {
  for (const part of parts) walkPart(walk, part, at, inner);
}

function walkPart(walk: Walk, part: WordPart, at: At, inner: Inner): void {
  switch (part.type) {
    case "ProcessSubstitution":
      // The parser takes a `#` right behind it for a comment; the shell does not.
      if (!/^[\s;&|()<>]?$/.test(walk.source.charAt(part.end))) {
        doubt(walk, "unparsable", "text is glued to a process substitution");
      }
      return walkScript(walk, part.script, at, inner);
    case "CommandExpansion":
      return walkScript(walk, part.script, at, inner);
    case "ArithmeticExpansion":
      return walkArithmetic(walk, part.text.slice(3, -2), () => part.expression, { at, inner });
    case "ParameterExpansion":
      return walkParameter(walk, part, at, inner);
    case "DoubleQuoted":
    case "LocaleString":
      return walkParts(walk, part.parts, at, inner);
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      return walkParts(walk, part.parts ?? [], at, inner);
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "SimpleExpansion":
      return;
  }
}

/** A substitution: it runs in a shell of its own and its output is read. */
function walkScript(walk: Walk, script: ParsedScript | undefined, at: At, inner: Inner): void {
  if (script === undefined) return doubt(walk, "unparsable", "a substitution cannot be read");
  inner(walk, script, { ...at, certain: false, reads: null, piped: true });
}

function walkParameter(
  walk: Walk,
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  at: At,
  inner: Inner,
): void {
  if (part.prefix === "!") doubt(walk, "opaque", `${part.text} takes a name from a variable`);
  const { index, operation } = part;
  if (index !== undefined && !/^(?:\d+|@|\*)$/.test(index.text)) {
    doubt(walk, "opaque", `the index of ${part.text} is computed`);
    walkWord(walk, index, at, inner);
  }
  if (operation === undefined) return;
  switch (operation.type) {
    case "Names":
      return;
    case "Transform":
      // `${x@P}` runs the commands in the value of x.
      return doubt(walk, "opaque", `${part.text} may run what a variable holds`);
    case "Unknown":
      return doubt(walk, "unparsable", `${part.text} cannot be read`);
    case "Slice":
      return [operation.offset, operation.length].forEach((word) => {
        if (word !== undefined) walkIndex(walk, word, at, inner);
      });
    case "Replace":
      walkWord(walk, operation.pattern, at, inner);
      return walkWord(walk, operation.replacement, at, inner);
    default:
      if (operation.operand !== undefined) walkWord(walk, operation.operand, at, inner);
  }
}

function walkIndex(walk: Walk, word: Word, at: At, inner: Inner): void {
  if (!PLAIN_ARITHMETIC.test(word.text)) doubt(walk, "opaque", "an index is computed");
  walkWord(walk, word, at, inner);
}

/**
 * Arithmetic with names is in doubt: the shell evaluates what a variable holds, and runs the
 * substitutions in it.
 */
export function walkArithmetic(
  walk: Walk,
  text: string,
  parse: () => ArithmeticExpression | undefined,
  { at, inner }: { readonly at: At; readonly inner: Inner },
): void {
  if (PLAIN_ARITHMETIC.test(text)) return;
  doubt(walk, "opaque", "arithmetic with variables can run what they hold");
  // An expression may be deeper than the stack: no recursion, and its parser may give up.
  try {
    const open: SyntaxNode[] = [parse()].filter((node) => node !== undefined);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.type === "ArithmeticCommandExpansion" || node.type === "CommandExpansion") {
        walkScript(walk, node.script, at, inner);
      } else forEachChild(node, (child) => void open.push(child));
    }
  } catch {
    doubt(walk, "unparsable", "arithmetic that is too deep");
  }
}

const COMPARES_NUMBERS = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** `[[ … ]]` */
export function walkTest(walk: Walk, test: TestExpression, at: At, inner: Inner): void {
  const open: TestExpression[] = [test];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.type) {
      case "TestUnary":
        if (node.operator === "-v" || node.operator === "-R") {
          doubt(walk, "opaque", `[[ ${node.operator} evaluates what it is given`);
        }
        walkWord(walk, node.operand, at, inner);
        break;
      case "TestBinary":
        if (COMPARES_NUMBERS.test(node.operator)) {
          const words = [node.left, node.right];
          if (!words.every(({ text }) => PLAIN_ARITHMETIC.test(text))) {
            doubt(walk, "opaque", `[[ ${node.operator} evaluates what it is given`);
          }
        }
        walkWord(walk, node.left, at, inner);
        walkWord(walk, node.right, at, inner);
        break;
      case "TestLogical":
        for (const operand of node.operands) open.push(operand);
        break;
      case "TestNot":
        open.push(node.operand);
        break;
      case "TestGroup":
        open.push(node.expression);
        break;
    }
  }
}
