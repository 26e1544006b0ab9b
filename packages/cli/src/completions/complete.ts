import { isTopic, subcommands } from "../args.ts";
import { COMMANDS, COMMON_FLAGS, FLAGS } from "../commands.ts";
import type {
  CommandName,
  CommandSpec,
  FlagName,
  FlagSpec,
  PositionalSpec,
  ValueKind,
} from "../commands.ts";
import { spelled } from "../spelling.ts";

export type Candidate = { readonly value: string; readonly about: string };

/** What could stand where the cursor is: words that are known, or a kind to be looked up. */
export type Completion = {
  readonly candidates: readonly Candidate[];
  /** Values of this kind are wanted too. */
  readonly kind: ValueKind | null;
  /** What is typed of the value already, and what stands before it in the same word: `--model=`. */
  readonly typed: string;
  readonly before: string;
};

/** CLI-7: pure, from the table of commands. The last word is the one being typed; it may be empty. */
export function complete(words: readonly string[]): Completion {
  const typed = words.at(-1) ?? "";
  const { command, flag, open } = readLine(words.slice(0, -1));
  if (flag !== null) return valueOf(flag, typed, "");
  const equals = typed.startsWith("--") ? typed.indexOf("=") : -1;
  if (equals > 0) {
    const name = flagNamed(typed.slice(0, equals));
    const before = typed.slice(0, equals + 1);
    return name === null ? NOTHING : valueOf(name, typed.slice(equals + 1), before);
  }
  if (typed.startsWith("-")) return fitting(flagsOf(command), typed);
  if (command === null) return fitting(firstWords(open), typed);
  const below = open.length === 0 ? secondWords(command) : [];
  return wordOf(COMMANDS[command].positionals, open.length, typed, below);
}

const NOTHING: Completion = { candidates: [], kind: null, typed: "", before: "" };

type Line = {
  readonly command: CommandName | null;
  /** The flag that waits for its value. */
  readonly flag: FlagName | null;
  /** The words behind the command, or all of them while there is none. */
  readonly open: readonly string[];
};

function readLine(words: readonly string[]): Line {
  const plain: string[] = [];
  let flag: FlagName | null = null;
  let print = false;
  for (const word of words) {
    if (flag !== null) flag = null;
    else if (word.startsWith("-")) {
      const name = flagNamed(word);
      if (name === "print") print = true;
      if (name !== null && takesValue(name)) flag = name;
    } else plain.push(word);
  }
  const [first = "", second = ""] = plain;
  const both = `${first} ${second}`;
  if (print) return { command: "run", flag, open: plain };
  if (isCommand(both)) return { command: both, flag, open: plain.slice(2) };
  if (isCommand(first)) return { command: first, flag, open: plain.slice(1) };
  return { command: null, flag, open: plain };
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function flagNamed(word: string): FlagName | null {
  const names = Object.keys(FLAGS) as FlagName[];
  return names.find((name) => word === spelled(name) || word === `-${specOf(name).short}`) ?? null;
}

function specOf(name: FlagName): FlagSpec {
  return FLAGS[name];
}

function takesValue(name: FlagName): boolean {
  return specOf(name).type !== "boolean";
}

function valueOf(name: FlagName, typed: string, before: string): Completion {
  const { choices = [], from = null } = specOf(name);
  // Of names with commas between them the last is being typed.
  const comma = specOf(name).type === "list" && from !== null ? typed.lastIndexOf(",") + 1 : 0;
  const rest = typed.slice(comma);
  const known = choices.map((value) => ({ value, about: "" }));
  return {
    candidates: fitting(known, rest).candidates,
    kind: from,
    typed: rest,
    before: `${before}${typed.slice(0, comma)}`,
  };
}

function flagsOf(command: CommandName | null): readonly Candidate[] {
  const spec: CommandSpec | null = command === null ? null : COMMANDS[command];
  const own = spec === null ? (["version", "print", "listModels"] as const) : spec.flags;
  return [...own, ...COMMON_FLAGS].map((name) => ({
    value: spelled(name),
    about: spec?.meanings?.[name] ?? specOf(name).description,
  }));
}

function firstWords(before: readonly string[]): readonly Candidate[] {
  const [first] = before;
  if (first !== undefined) return before.length === 1 ? secondWords(first) : [];
  const names = Object.keys(COMMANDS).map((name) => name.split(" ", 1)[0] ?? name);
  return [...new Set(names)].map((value) => ({ value, about: summaryOf(value) }));
}

function secondWords(first: string): readonly Candidate[] {
  return subcommands(first).map((value) => ({ value, about: summaryOf(`${first} ${value}`) }));
}

/** A first word of several commands names them. */
function summaryOf(topic: string): string {
  return isCommand(topic) ? COMMANDS[topic].summary : subcommands(topic).join(", ");
}

function wordOf(
  specs: readonly PositionalSpec[],
  at: number,
  typed: string,
  below: readonly Candidate[],
): Completion {
  const last = specs.at(-1);
  const spec = specs[at] ?? (last?.rest === undefined ? undefined : last);
  const choices = (spec?.choices ?? []).map((value) => ({ value, about: "" }));
  // A task is words; a file in it begins with @.
  if (spec?.rest === "words" && typed.startsWith("@")) {
    return { candidates: [], kind: "file", typed: typed.slice(1), before: "@" };
  }
  const known = spec?.from === "command" ? topics(at) : [...choices, ...below];
  return { ...fitting(known, typed), kind: spec?.from ?? null };
}

function topics(at: number): readonly Candidate[] {
  if (at > 0) return [];
  return firstWords([]).filter(({ value }) => isTopic(value));
}

function fitting(candidates: readonly Candidate[], typed: string): Completion {
  const fit = candidates.filter(({ value }) => value.startsWith(typed));
  return { candidates: fit, kind: null, typed, before: "" };
}
