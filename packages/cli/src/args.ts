import { COMMANDS } from "./commands.ts";
import type { COMMON_FLAGS, FLAGS, CommandName, FlagName, PositionalSpec } from "./commands.ts";
import { readFlags } from "./flags.ts";
import type { FlagValue } from "./flags.ts";
import { closest } from "./spelling.ts";
import { splitArgs } from "./split-args.ts";
import type { SplitArgs } from "./split-args.ts";
import { isUsageError, usageError, type UsageError } from "./usage-error.ts";

type Table = typeof COMMANDS;
type TakenBy<C extends CommandName> = Exclude<
  Table[C]["flags"][number] | (typeof COMMON_FLAGS)[number],
  "help"
>;
type AlwaysThere = {
  [F in FlagName]: (typeof FLAGS)[F] extends { type: "boolean" | "list" } | { default: string }
    ? F
    : never;
}[FlagName];

type Flags<C extends CommandName> = {
  readonly [F in Extract<TakenBy<C>, AlwaysThere>]: FlagValue<F>;
} & { readonly [F in Exclude<TakenBy<C>, AlwaysThere>]?: FlagValue<F> };

type Words<C extends CommandName> = Table[C]["positionals"][number];
type Word<P> = P extends { rest: "words" }
  ? readonly string[]
  : P extends { choices: readonly (infer W)[] }
    ? W
    : string;

type Args<C extends CommandName> = {
  readonly [P in Extract<Words<C>, { required: true }> as P["name"]]: Word<P>;
} & {
  readonly [P in Extract<Words<C>, { required: false }> as P["name"]]?: Word<P>;
};

/** What a command line asks for: a command with its flags and words, all checked. */
export type Invocation<C extends CommandName = CommandName> = {
  [K in C]: { readonly command: K; readonly flags: Flags<K>; readonly args: Args<K> };
}[C];

type Chosen = { readonly command: CommandName; readonly words: readonly string[] };

/** Reads the words after `squire` (CLI-1, CLI-2). Pure: no environment, no disk, no output. */
export function readArgs(argv: readonly string[]): Invocation | UsageError {
  const split = splitArgs(argv);
  const asks = (name: FlagName) => split.flags.some((flag) => flag.name === name);
  if (asks("version")) return read({ command: "version", words: [] }, []);
  if (asks("help")) return helpFor(split);
  if (asks("listModels")) return readListModels(split);
  const chosen = chooseCommand(split);
  return isUsageError(chosen) ? chosen : read(chosen, split.flags);
}

/** A command, or the first word of several. */
export function isTopic(topic: string): boolean {
  return Object.hasOwn(COMMANDS, topic) || subcommands(topic).length > 0;
}

/** The second words of the commands that begin with `topic`. */
export function subcommands(topic: string): readonly string[] {
  return Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${topic} `))
    .map((name) => name.slice(topic.length + 1));
}

/** CLI-9: `--list-models` is the command `models` under the name that others gave it. */
function readListModels({ words, flags }: SplitArgs): Invocation | UsageError {
  const rest = flags.filter(({ name }) => name !== "listModels");
  return read({ command: "models", words }, rest);
}

function read(chosen: Chosen, given: SplitArgs["flags"]): Invocation | UsageError {
  const { command } = chosen;
  const flags = readFlags(command, given);
  if (isUsageError(flags)) return flags;
  const args = readWords(chosen);
  if (isUsageError(args)) return args;
  const { command: topic } = args;
  const other = OTHER_NAMES.get(String(topic));
  if (command === "help" && other !== undefined) return read({ command, words: [other] }, []);
  if (command === "help" && typeof topic === "string" && !isTopic(topic)) {
    return unknownCommand(topic);
  }
  // The table that was just obeyed is what the type is made from.
  return { command, flags, args } as Invocation;
}

/** `squire run --help`, `squire config --help`, `squire --help`. */
function helpFor({ words, wordsBeforePrint }: SplitArgs): Invocation | UsageError {
  const [first, second] = wordsBeforePrint === 0 ? ["run"] : words;
  if (first === undefined) return read({ command: "help", words: [] }, []);
  const topic = [`${first} ${second}`, first, OTHER_NAMES.get(first) ?? ""].find(isTopic);
  return topic === undefined
    ? unknownCommand(first)
    : read({ command: "help", words: [topic] }, []);
}

function chooseCommand({ words, wordsBeforePrint }: SplitArgs): Chosen | UsageError {
  if (wordsBeforePrint === 0) return { command: "run", words };
  const named = namedCommand(words);
  if (wordsBeforePrint === null) return named;
  if (isUsageError(named) || (named.command === "open" && words[0] !== "open")) {
    return { command: "run", words };
  }
  return named.command === "run"
    ? named
    : usageError("-p goes with squire run only.", named.command);
}

/** Commands that also go by one word (CLI-1). */
const OTHER_NAMES: ReadonlyMap<string, CommandName> = new Map([["export", "session export"]]);

function namedCommand(words: readonly string[]): Chosen | UsageError {
  const [first, second] = words;
  if (first === undefined) return { command: "open", words };
  const both = `${first} ${second}`;
  const other = OTHER_NAMES.get(first);
  if (other !== undefined) return { command: other, words: words.slice(1) };
  if (isCommand(both)) return { command: both, words: words.slice(2) };
  const subs = subcommands(first);
  if (subs.length > 0 && second !== undefined) return unknownSubcommand(first, second, subs);
  if (isCommand(first)) return { command: first, words: words.slice(1) };
  if (subs.length > 0) {
    return usageError(`squire ${first} needs one of: ${subs.join(", ")}.`, first);
  }
  // A word that is none is a slip; several in one are a prompt.
  return /\s/.test(first) ? { command: "open", words } : unknownCommand(first);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function unknownSubcommand(first: string, second: string, subs: readonly string[]): UsageError {
  const near = closest(second, subs);
  const meant = near === null ? `Use one of: ${subs.join(", ")}.` : `Did you mean "${near}"?`;
  return usageError(`Unknown command "${first} ${second.slice(0, 40)}". ${meant}`, first);
}

function unknownCommand(word: string): UsageError {
  const firsts = new Set(Object.keys(COMMANDS).map((name) => name.split(" ", 1)[0] ?? name));
  const near = closest(word, [...firsts, ...OTHER_NAMES.keys()]);
  const meant = near === null ? "" : ` Did you mean "${near}"?`;
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  const advice = `To ask a question use: squire run "…"   For all commands: squire help`;
  return { kind: "usage", message: `Unknown command "${shown}".${meant}`, advice };
}

type ReadWords = { readonly [name: string]: string | readonly string[] };

function readWords({ command, words }: Chosen): ReadWords | UsageError {
  const specs: readonly PositionalSpec[] = COMMANDS[command].positionals;
  const args: { [name: string]: string | readonly string[] } = {};
  for (const [index, spec] of specs.entries()) {
    const left = words.slice(index);
    const [word] = left;
    if (word === undefined) {
      if (spec.required) return usageError(`squire ${command} needs <${spec.name}>.`, command);
    } else if (spec.rest !== undefined) {
      args[spec.name] = spec.rest === "words" ? left : left.join(" ");
    } else if (spec.choices?.includes(word) === false) {
      return notAChoice(word, spec.choices, command);
    } else args[spec.name] = word;
  }
  const most = specs.at(-1)?.rest === undefined ? specs.length : Infinity;
  if (words.length <= most) return args;
  // The words themselves are not repeated: one of them may be a key.
  const limit = most === 0 ? "no words" : most === 1 ? "one word" : `${most} words`;
  return usageError(`squire ${command} takes ${limit} after it, not ${words.length}.`, command);
}

function notAChoice(word: string, choices: readonly string[], command: CommandName): UsageError {
  const near = closest(word, choices);
  const meant = near === null ? `Use one of: ${choices.join(", ")}.` : `Did you mean "${near}"?`;
  return usageError(`squire ${command} does not know "${word.slice(0, 40)}". ${meant}`, command);
}
