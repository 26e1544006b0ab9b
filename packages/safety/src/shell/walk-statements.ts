import type { AndOr, CommandNode, If, ParsedScript, Pipeline, PipelineNode, Word } from "unbash";
import { either, stay, type Flow, type Place } from "./place.ts";
import { readWord } from "./read-word.ts";
import { readRedirections, walkRedirections } from "./redirections.ts";
import { hasStraySeparator } from "./separators.ts";
import { walkCommand } from "./walk-command.ts";
import { walkArithmetic, walkTest, walkWord } from "./walk-parts.ts";
import { doubt, type At, type Simple, type Statements, type Walk } from "./walk.ts";
import { exactWord, plainLiteralOf } from "./word.ts";
import { emit } from "./emit.ts";
import { isProgram } from "../programs/lookup.ts";

/** The parser stops at 256; only a chain of `coproc` can be longer. */
const MOST_DEPTH = 1_000;
const MOVES = /\b(?:cd|pushd|popd)\b/;

/** A text inside another: it reports its own errors and moves nobody else. */
export function walkInner(walk: Walk, script: ParsedScript, at: At): void {
  for (const { message } of script.errors ?? []) doubt(walk, "unparsable", message);
  const { source = walk.source } = script;
  if (hasStraySeparator(script, source))
    doubt(walk, "unparsable", "a line begins with a separator");
  walkList(source === walk.source ? walk : { ...walk, source }, script, at);
}

/** Every command of a list; gives where the shell is afterwards. */
export function walkList(walk: Walk, { commands }: Statements, at: At): Place {
  let { place } = at;
  for (const { command, background } of commands) {
    if (background === true) {
      walkNode(walk, command, { ...at, place, background: true, certain: false });
      continue;
    }
    const flow = walkNode(walk, command, { ...at, place });
    place = either(flow.ok, flow.fail);
  }
  return place;
}

function walkNode(walk: Walk, node: PipelineNode | AndOr, above: At): Flow {
  const at = { ...above, depth: above.depth + 1 };
  if (at.depth > MOST_DEPTH) {
    doubt(walk, "unparsable", "it is nested too deeply");
    return stay(null);
  }
  switch (node.type) {
    case "AndOr":
      return walkAndOr(walk, node, at);
    case "Pipeline":
      return walkPipeline(walk, node, at);
    default:
      return walkSingle(walk, node, at);
  }
}

function walkSingle(walk: Walk, node: CommandNode, at: At): Flow {
  switch (node.type) {
    case "Command":
      return walkCommand(walk, node, at, walkInner);
    case "Subshell":
      // Two parentheses begin arithmetic for some shells.
      if (walk.source.startsWith("((", node.pos)) doubt(walk, "unparsable", "(( may be arithmetic");
      walkList(walk, node.body, { ...at, certain: false });
      return stay(at.place);
    case "BraceGroup":
      return stay(walkList(walk, node.body, at));
    case "Redirected": {
      walkRedirections(walk, node.redirects, at, walkInner);
      const redirections = readRedirections(node.redirects, walk.words);
      emit(walk, { words: [], assignments: [], redirections }, at);
      return walkNode(walk, node.command, at);
    }
    case "If":
      return stay(walkIf(walk, node, at));
    case "While":
      return walkLoop(walk, node, at, (inside) => {
        walkList(walk, node.clause, inside);
        walkList(walk, node.body, inside);
      });
    case "For":
    case "Select":
      return walkLoop(walk, node, at, (inside) => walkEach(walk, node, inside));
    case "ArithmeticFor":
      return walkLoop(walk, node, at, (inside) => {
        const parts = [node.initialize, node.test, node.update];
        for (const part of parts) {
          const text = part === undefined ? "" : walk.source.slice(part.pos, part.end);
          walkArithmetic(walk, text, () => part, { at, inner: walkInner });
        }
        walkList(walk, node.body, inside);
      });
    case "Case":
      walkWord(walk, node.word, at, walkInner);
      return stay(
        node.items.reduce((place, { pattern, body }) => {
          for (const word of pattern) walkWord(walk, word, at, walkInner);
          return either(place, walkList(walk, body, { ...at, certain: false }));
        }, at.place),
      );
    case "TestCommand":
      walkTest(walk, node.expression, at, walkInner);
      return stay(at.place);
    case "ArithmeticCommand":
      walkArithmetic(walk, node.body, () => node.expression, { at, inner: walkInner });
      return stay(at.place);
    case "Function":
      walkFunction(walk, node, at);
      return stay(at.place);
    case "Coproc":
      doubt(walk, "opaque", "a coprocess runs beside the shell");
      if (node.body.type === "CompoundList") walkList(walk, node.body, { ...at, certain: false });
      else walkNode(walk, node.body, { ...at, background: true, certain: false });
      return stay(at.place);
  }
}

function walkAndOr(walk: Walk, { commands, operators }: AndOr, at: At): Flow {
  let flow: Flow = stay(at.place);
  commands.forEach((command, i) => {
    const operator = i === 0 ? "&&" : operators[i - 1];
    const certain = at.certain && i === 0;
    const place = operator === "&&" ? flow.ok : flow.fail;
    const next = walkNode(walk, command, { ...at, place, certain });
    if (i === 0) flow = next;
    else if (operator === "&&") flow = { ok: next.ok, fail: either(flow.fail, next.fail) };
    else flow = { ok: either(flow.ok, next.ok), fail: next.fail };
  });
  return flow;
}

function walkPipeline(walk: Walk, { commands, prefixes }: Pipeline, at: At): Flow {
  const [only, ...others] = commands;
  if (only !== undefined && others.length === 0) {
    const timed = prefixes.some(({ type }) => type === "Time");
    if (timed) emit(walk, TIME, at, { wraps: true });
    // Some shells measure only simple commands.
    if (timed && only.type !== "Command")
      doubt(walk, "unparsable", "time before a compound command");
    const via = timed && only.type === "Command" ? [...at.via, "time"] : at.via;
    const flow = walkNode(walk, only, { ...at, via });
    const negations = prefixes.filter(({ type }) => type === "Negation").length;
    return negations % 2 === 0 ? flow : { ok: flow.fail, fail: flow.ok };
  }
  let { reads } = at;
  commands.forEach((command, i) => {
    const from = walk.segments.length;
    const piped = at.piped || i < commands.length - 1;
    walkNode(walk, command, { ...at, reads, piped, certain: false });
    reads = Array.from({ length: walk.segments.length - from }, (_, k) => from + k);
  });
  return stay(at.place);
}

/** The word before a pipeline: it only measures. */
const TIME: Simple = { words: [exactWord("time")], assignments: [], redirections: [] };

function walkIf(walk: Walk, node: If, at: At): Place {
  const inside = { ...at, certain: false };
  let place = walkList(walk, node.clause, inside);
  let end = walkList(walk, node.then, { ...inside, place });
  for (const { clause, then } of node.elif) {
    place = walkList(walk, clause, { ...inside, place });
    end = either(end, walkList(walk, then, { ...inside, place }));
  }
  if (node.else === undefined) return either(end, place);
  return either(end, walkList(walk, node.else, { ...inside, place }));
}

/** What moves inside a loop has moved before the next round. */
function walkLoop(
  walk: Walk,
  { pos, end }: { readonly pos: number; readonly end: number },
  at: At,
  body: (inside: At) => void,
): Flow {
  const place = MOVES.test(walk.source.slice(pos, end)) ? null : at.place;
  body({ ...at, place, certain: false });
  return stay(place);
}

type Each = Extract<CommandNode, { type: "For" | "Select" }>;

function walkEach(walk: Walk, { name, wordlist, body }: Each, at: At): void {
  const words = (wordlist ?? []).flatMap((word: Word) => {
    walkWord(walk, word, at, walkInner);
    return readWord(word, walk.words);
  });
  const known = wordlist !== undefined && words.every(({ splits }) => !splits);
  // The variable itself is one the shell may care about, such as PATH.
  const assignments = [{ name: name.value, scope: "shell", value: null }] as const;
  emit(walk, { words: [], assignments, redirections: [] }, at);
  if (known)
    walk.variables.bind(
      name.value,
      words.flatMap(({ shapes }) => shapes),
    );
  walkList(walk, body, at);
  walk.variables.unbind(name.value);
}

function walkFunction(
  walk: Walk,
  { name, body }: Extract<CommandNode, { type: "Function" }>,
  at: At,
): void {
  const [word] = readWord(name, walk.words);
  const called = word === undefined ? null : plainLiteralOf(word);
  if (called === null) return doubt(walk, "unparsable", "a function without a plain name");
  if (isProgram(called)) doubt(walk, "opaque", `a function takes the place of ${called}`);
  if (!at.certain) doubt(walk, "opaque", `it is not sure that the function ${called} is defined`);
  walk.functions.add(called);
  const from = walk.segments.length;
  // It runs wherever it is called.
  const place = MOVES.test(walk.source) ? null : at.place;
  const inside: At = { ...at, place, certain: false, background: false };
  if (body.type === "CompoundList") walkList(walk, body, inside);
  else walkNode(walk, body, { ...inside, reads: null, piped: false });
  const calls = walk.segments.slice(from).filter(({ program }) => {
    return program !== null && plainLiteralOf(program) === called;
  });
  const spreads = calls.some(
    ({ background, reads, piped }) => background || reads !== null || piped,
  );
  if (spreads) walk.bombs.add(called);
}
