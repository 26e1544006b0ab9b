import type { Segment } from "../shell/segment.ts";
import { literalOf } from "../shell/word.ts";
import type { Asked } from "./asked.ts";
import { grammarOf } from "./grammar.ts";
import { readArgs, type ReadArgs } from "./read-options.ts";
import { specialJudge } from "./special/special.ts";
import { isSink, touchesOf } from "./touches.ts";
import {
  HARMLESS,
  judged,
  worse,
  type Judgement,
  type ProgramSpec,
  type ShellEffect,
  type Touch,
} from "./spec.ts";

/** What a program does when called like this. Whatever the table does not know is `unknown`. */
export function judgeProgram(asked: Asked): Judgement {
  const { spec, args } = asked;
  const [only, ...others] = args;
  if (only !== undefined && others.length === 0 && has(spec.prints, literalOf(only))) {
    return withMarks(HARMLESS, asked);
  }
  if (spec.subcommands !== undefined) return judgeSubcommand(asked, spec.subcommands);
  if (only === undefined && spec.bare === "read") return withMarks(HARMLESS, asked);
  if (spec.special !== undefined) return withMarks(specialJudge(spec.special)(asked), asked);
  return withMarks(judgeLeaf(asked), asked);
}

function judgeSubcommand(
  { name, spec, args, segment }: Asked,
  subcommands: Readonly<Record<string, ProgramSpec>>,
): Judgement {
  const read = readArgs(args, grammarOf(spec), { untilOperand: true });
  // Until it is told what to do, only its own options count.
  const own = judgeOptions(name, { ...spec, effect: "read" }, read);
  const word = args[read.firstOperand];
  if (word === undefined) {
    const effect = spec.bare ?? "unknown";
    const alone = judged(effect, `${name} alone is not known to be harmless`);
    const asked = { name, spec, args, segment };
    return withMarks(combineAll([own, alone, judgePager(asked, read)]), asked);
  }
  const command = literalOf(word);
  const inner =
    command !== null && Object.hasOwn(subcommands, command) ? subcommands[command] : undefined;
  if (inner === undefined) {
    const shown = `${name} ${word.text}`;
    return combineAll([own, judged("unknown", `${shown} is not known to be harmless`)]);
  }
  const rest = args.slice(read.firstOperand + 1);
  // What holds for the program holds for what it is told to do.
  const { neutralGit, project, pager, here } = spec;
  const marks = {
    ...(neutralGit === undefined ? {} : { neutralGit }),
    ...(project === undefined ? {} : { project }),
    ...(pager === undefined ? {} : { pager }),
    ...(here === undefined ? {} : { here }),
  };
  const told = { name: `${name} ${command}`, spec: inherit(inner, marks), args: rest, segment };
  const touches = touchesOf(spec, { ...read, operands: [] });
  return combineAll([{ ...own, touches }, judgeProgram(told)]);
}

const inherited = new WeakMap<ProgramSpec, ProgramSpec>();

/** The same object each time, so that its options are compiled once. */
function inherit(spec: ProgramSpec, marks: Partial<ProgramSpec>): ProgramSpec {
  if (Object.keys(marks).length === 0) return spec;
  const known = inherited.get(spec);
  if (known !== undefined) return known;
  const merged = { ...marks, ...spec };
  inherited.set(spec, merged);
  return merged;
}

function judgeLeaf(asked: Asked): Judgement {
  const { name, spec, args } = asked;
  const read = readArgs(args, grammarOf(spec));
  const own = judgeOptions(name, spec, read);
  const touches = touchesOf(spec, read);
  const doubts = leafDoubts(name, spec, read);
  const writes = spec.effect === "read" ? touches.filter(isWrite) : [];
  return combineAll([
    { ...own, touches },
    judgePager(asked, read),
    ...doubts.map((doubt) => judged("unknown", doubt)),
    ...writes.map(({ word }) => judged("write", `${name} writes to ${word.text}`)),
  ]);
}

function isWrite({ access, word }: Touch): boolean {
  return (access === "write" || access === "delete") && !isSink(literalOf(word) ?? "");
}

/** The effect of a program and of the options it was given. */
function judgeOptions(name: string, spec: ProgramSpec, read: ReadArgs): Judgement {
  let { effect } = spec;
  const reasons: string[] = effect === "read" ? [] : [aboutOf(name, spec)];
  if (spec.needs !== undefined && !read.options.some((option) => has(spec.needs, option.name))) {
    effect = spec.otherwise ?? "write";
    reasons.push(aboutOf(name, { ...spec, effect }));
  }
  for (const option of read.options) {
    if (option.spec.effect === "read") continue;
    effect = worse(effect, option.spec.effect);
    reasons.push(`${name} ${option.name} ${WORDS[option.spec.effect]}`);
  }
  if (spec.effect !== "read") return { ...HARMLESS, effect, reasons };
  if (read.unknown.length > 0) {
    effect = "unknown";
    reasons.push(`${name} with ${read.unknown.join(", ")} is not known to be harmless`);
  }
  if (read.loose && spec.closed !== true) {
    effect = "unknown";
    reasons.push(`a word of ${name} may turn out to be an option`);
  }
  return { ...HARMLESS, effect, reasons };
}

function leafDoubts(
  name: string,
  spec: ProgramSpec,
  { operands, options }: ReadArgs,
): readonly string[] {
  if (spec.effect !== "read") return [];
  const reasons: string[] = [];
  if (operands.length > mostOperands(spec)) reasons.push(`${name} is given more than is known`);
  const makesNew =
    spec.namedBy !== undefined && !options.some((option) => has(spec.namedBy, option.name));
  if (makesNew && operands.length > 0) reasons.push(`${name} may make something new`);
  if (spec.suspect !== undefined) {
    const suspect = new RegExp(spec.suspect);
    if (operands.some((word) => suspect.test(literalOf(word) ?? ""))) {
      reasons.push(`what ${name} is told is not known to be harmless`);
    } else if (spec.closed !== true && operands.some((word) => literalOf(word) === null)) {
      reasons.push(`what ${name} is told shows only when it runs`);
    }
  }
  return reasons;
}

/** On a terminal it would show its output with a program of the user's choice. */
function judgePager({ name, spec, segment }: Asked, { options }: ReadArgs): Judgement {
  const plain = options.some((option) => option.name === "--no-pager");
  if (spec.pager !== true || plain || isPiped(segment)) return HARMLESS;
  return judged("unknown", `${name} opens a pager`);
}

function mostOperands({ operands }: ProgramSpec): number {
  const kinds = Array.isArray(operands) ? operands : [operands];
  const none = kinds.indexOf("none");
  return none === -1 ? Number.POSITIVE_INFINITY : none;
}

function isPiped({ piped, redirections }: Segment): boolean {
  return piped || redirections.some(({ access }) => access === "write" || access === "append");
}

function withMarks(judgement: Judgement, { name, spec }: Asked): Judgement {
  if (judgement.effect !== "read") return judgement;
  const project = spec.project === undefined ? [] : [`${name} runs ${spec.project}`];
  return {
    ...judgement,
    neutralGit: spec.neutralGit === true,
    project: [...judgement.project, ...project],
  };
}

/** All of them together; of their effects the worst. */
export function combineAll(list: readonly Judgement[]): Judgement {
  return {
    effect: list.reduce<ShellEffect>((worst, { effect }) => worse(worst, effect), "read"),
    reasons: list.flatMap(({ reasons }) => reasons),
    touches: list.flatMap(({ touches }) => touches),
    neutralGit: list.some(({ neutralGit }) => neutralGit),
    project: list.flatMap(({ project }) => project),
  };
}

const WORDS: Readonly<Record<ShellEffect, string>> = {
  read: "reads",
  write: "writes",
  network: "uses the network",
  execute: "runs code",
  unknown: "is not known to be harmless",
};

export function aboutOf(name: string, { about, effect }: ProgramSpec): string {
  return `${name} ${about ?? WORDS[effect]}`;
}

function has(list: string | undefined, text: string | null): boolean {
  return list !== undefined && text !== null && list.split(" ").includes(text);
}
