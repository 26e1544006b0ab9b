import { grammarOf } from "../programs/grammar.ts";
import { readArgs, type ReadArgs } from "../programs/read-options.ts";
import { findCommands } from "./find-command.ts";
import type { Assignment, Doubt } from "./segment.ts";
import { SHELLS, WRAPPERS, type Wrapper } from "./wrappers.ts";
import {
  exactWord,
  headOf,
  literalOf,
  openWord,
  plainLiteralOf,
  type Shape,
  type ShellWord,
} from "./word.ts";

/** What a wrapper starts. */
export type Started =
  | {
      readonly type: "words";
      readonly words: readonly ShellWord[];
      readonly assignments: readonly Assignment[];
      /** The folder it changes to first. */
      readonly folder: ShellWord | null;
    }
  | { readonly type: "text"; readonly text: string };

export type Unwrapped = {
  readonly name: string;
  readonly started: readonly Started[];
  readonly doubts: readonly Doubt[];
  /** It runs in the shell itself. */
  readonly inShell: boolean;
};

/** What is known of the input of a wrapper that makes words of it; null when nothing is. */
export type Input = () => readonly Shape[] | null;

/** The commands behind a wrapper, or null when the program is none. */
export function unwrap(words: readonly ShellWord[], input: Input): Unwrapped | null {
  const [program, ...args] = words;
  const name = program === undefined ? null : baseName(plainLiteralOf(program));
  if (name === null) return null;
  if (name === "find") return unwrapFind(args);
  if (name === "eval" || name === "trap") return unwrapEval(name, args);
  if (changesMeaning(name, args)) return opaque(name, `${name} changes what commands mean`);
  const shell = own(SHELLS, name);
  if (shell !== undefined) return unwrapShell(name, args);
  const wrapper = own(WRAPPERS, name);
  return wrapper === undefined ? null : unwrapWords(name, wrapper, args, input);
}

/** A program of one of the system's own folders goes by its name. */
export function baseName(program: string | null): string | null {
  return program?.replace(/^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/(?=[^/]+$)/, "") ?? null;
}

function unwrapWords(
  name: string,
  wrapper: Wrapper,
  args: readonly ShellWord[],
  input: Input,
): Unwrapped | null {
  if (isOnly(args[0], wrapper.only)) return null;
  const split = name === "env" ? splitString(args) : args;
  if (split === null) return opaque(name, "env splits a text that cannot be read");
  const read = readArgs(split, grammarOf(wrapper), { untilOperand: true });
  const doubts = read.unknown.map((option): Doubt => ({
    kind: "opaque",
    reason: `${name} with ${option} is not known`,
  }));
  if (read.loose) doubts.push({ kind: "opaque", reason: `what ${name} is given is not known` });
  let from = read.firstOperand + (wrapper.skip ?? 0);
  const assignments: Assignment[] = [];
  while (wrapper.assigns === true) {
    const assignment = assignmentOf(split[from]);
    if (assignment === null) break;
    assignments.push(assignment);
    from++;
  }
  const inner = split.slice(from);
  // Without a command they print something, or do nothing.
  if (inner.length === 0 && wrapper.appends !== true) {
    return doubts.length > 0 ? { name, started: [], doubts, inShell: false } : null;
  }
  const words = wrapper.appends === true ? withInput(inner, read, input) : inner;
  const text = asText(wrapper, read, words);
  if (text === null) return opaque(name, `${name} runs a text that is not known`);
  const folder = optionValue(read, wrapper.moves);
  const started: Started =
    text === "" ? { type: "words", words, assignments, folder } : { type: "text", text };
  return { name, started: [started], doubts, inShell: wrapper.shell === true };
}

function isOnly(first: ShellWord | undefined, only = ""): boolean {
  const text = first === undefined ? null : literalOf(first);
  return text !== null && only.split(" ").includes(text);
}

/** Empty when the words are a command, null when the text is not known. */
function asText(
  { textUnless }: Wrapper,
  read: ReadArgs,
  words: readonly ShellWord[],
): string | null {
  if (textUnless === undefined || optionValue(read, textUnless, true) !== null) return "";
  const texts = words.map(literalOf);
  return texts.every((text) => text !== null) ? texts.join(" ") : null;
}

function optionValue({ options }: ReadArgs, names = "", flag = false): ShellWord | null {
  const wanted = names.split(" ");
  const found = options.findLast(({ name }) => wanted.includes(name));
  if (found === undefined) return null;
  return flag ? exactWord(found.name) : (found.values[0] ?? null);
}

function assignmentOf(word: ShellWord | undefined): Assignment | null {
  const [shape] = word?.shapes ?? [];
  if (word === undefined || shape === undefined) return null;
  const found = /^([A-Za-z_]\w*)=(.*)$/s.exec(headOf(shape));
  if (found === null) return null;
  const [, name = "", value = ""] = found;
  const literal = literalOf(word) !== null;
  return { name, scope: "program", value: literal ? exactWord(value) : openWord(word.text, false) };
}

/** `env -S "a b"`: only texts without any quoting are split here. */
function splitString(args: readonly ShellWord[]): readonly ShellWord[] | null {
  const at = args.findIndex((arg) =>
    /^(?:-[i0v]*S|--split-string)/.test(headOf(arg.shapes[0] ?? EMPTY)),
  );
  const arg = args[at];
  if (arg === undefined) return args;
  const attached = literalOf(arg)?.replace(/^(?:-[i0v]*S|--split-string=?)/, "");
  const next = args[at + 1];
  const text = attached === "" ? (next === undefined ? null : literalOf(next)) : (attached ?? null);
  if (text === null || !/^[\w\s=./:,@%+-]+$/.test(text)) return null;
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => exactWord(word));
  return [...args.slice(0, at), ...words, ...args.slice(at + (attached === "" ? 2 : 1))];
}

const EMPTY: Shape = { type: "exact", value: "" };

/** `xargs`: its input becomes words, at the end or in the place of a mark. */
function withInput(
  words: readonly ShellWord[],
  read: ReadArgs,
  input: Input,
): readonly ShellWord[] {
  const command = words.length === 0 ? [exactWord("echo")] : words;
  const fromFile = optionValue(read, "-a --arg-file") !== null;
  const shapes = fromFile ? null : input();
  const replaced = read.options.findLast(({ name }) => /^(?:-I|-i|--replace)$/.test(name));
  const added: ShellWord = {
    text: "…",
    shapes: shapes ?? [{ type: "open", begins: "" }],
    splits: replaced === undefined,
  };
  if (replaced === undefined) return [...command, added];
  const value = replaced.values[0];
  const mark = value === undefined ? "{}" : literalOf(value);
  if (mark === null || mark === "") return command.map(({ text }) => openWord(text, true));
  return command.map((word) => {
    const text = literalOf(word);
    if (text === mark) return added;
    const at = text?.indexOf(mark) ?? -1;
    if (text === null || at === -1) return word;
    return { text, shapes: [{ type: "open", begins: text.slice(0, at) }], splits: false };
  });
}

function unwrapFind(args: readonly ShellWord[]): Unwrapped | null {
  const commands = findCommands(args);
  if (commands === null) return opaque("find", "the command that find starts has no end");
  if (commands.length === 0) return null;
  const started = commands.map((words): Started => {
    return { type: "words", words, assignments: [], folder: null };
  });
  return { name: "find", started, doubts: [], inShell: false };
}

function unwrapEval(name: string, args: readonly ShellWord[]): Unwrapped | null {
  const texts = args.map(literalOf);
  const [first, ...rest] = texts;
  if (first === undefined || (name === "trap" && /^(?:-[lp]|-)$/.test(first ?? ""))) return null;
  const text =
    name === "trap"
      ? first
      : [first, ...rest].every((word) => word !== null)
        ? texts.join(" ")
        : null;
  const doubt: Doubt = { kind: "opaque", reason: `${name} runs a text` };
  return {
    name,
    started: text === null ? [] : [{ type: "text", text }],
    doubts: [doubt],
    inShell: true,
  };
}

/** Behind these, no command is sure to be what its name says. */
function changesMeaning(name: string, args: readonly ShellWord[]): boolean {
  if (/^(?:source|\.|shopt|enable)$/.test(name)) return true;
  if (name === "alias") return args.some(({ text }) => text.includes("="));
  return name === "hash" && args.some(({ text }) => /^-\w*p/.test(text));
}

/** `sh -c text`; a script in a file, or on the input, is not looked into. */
function unwrapShell(name: string, args: readonly ShellWord[]): Unwrapped | null {
  const spec = SHELLS[name];
  if (spec === undefined) return null;
  const read = readArgs(args, grammarOf(spec), { untilOperand: true });
  if (!read.options.some((option) => option.name === "-c")) return null;
  const doubts = read.unknown.map((option): Doubt => ({
    kind: "opaque",
    reason: `${name} with ${option} is not known`,
  }));
  const word = args[read.firstOperand];
  const text = word === undefined ? null : literalOf(word);
  if (text === null || read.loose) return opaque(name, `${name} runs a text that is not known`);
  return { name, started: [{ type: "text", text }], doubts, inShell: false };
}

function opaque(name: string, reason: string): Unwrapped {
  return { name, started: [], doubts: [{ kind: "opaque", reason }], inShell: false };
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
