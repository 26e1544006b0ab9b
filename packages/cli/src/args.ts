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

type Args<C extends CommandName> = {
  readonly [P in Extract<Table[C]["positionals"][number], { required: true }> as P["name"]]: string;
} & {
  readonly [
    P in Extract<Table[C]["positionals"][number], { required: false }> as P["name"]
  ]?: string;
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

function read(chosen: Chosen, given: SplitArgs["flags"]): Invocation | UsageError {
  const { command } = chosen;
  const flags = readFlags(command, given);
  if (isUsageError(flags)) return flags;
  const args = readWords(chosen);
  if (isUsageError(args)) return args;
  if (command === "help" && args["command"] !== undefined && !isTopic(args["command"])) {
    return unknownCommand(args["command"]);
  }
  // The table that was just obeyed is what the type is made from.
  return { command, flags, args } as Invocation;
}

/** `squire run --help`, `squire config --help`, `squire --help`. */
function helpFor({ words, wordsBeforePrint }: SplitArgs): Invocation | UsageError {
  const [first, second] = wordsBeforePrint === 0 ? ["run"] : words;
  if (first === undefined) return read({ command: "help", words: [] }, []);
  const topic = [`${first} ${second}`, first].find(isTopic);
  return topic === undefined
    ? unknownCommand(first)
    : read({ command: "help", words: [topic] }, []);
}

function chooseCommand({ words, wordsBeforePrint }: SplitArgs): Chosen | UsageError {
  if (wordsBeforePrint === 0) return { command: "run", words };
  const named = namedCommand(words);
  if (wordsBeforePrint === null) return named;
  if (isUsageError(named)) return { command: "run", words };
  return named.command === "run"
    ? named
    : usageError("-p goes with squire run only.", named.command);
}

function namedCommand(words: readonly string[]): Chosen | UsageError {
  const [first, second] = words;
  if (first === undefined) return { command: "help", words };
  const both = `${first} ${second}`;
  if (isCommand(both)) return { command: both, words: words.slice(2) };
  const subs = subcommands(first);
  if (subs.length > 0 && second !== undefined) return unknownSubcommand(first, second, subs);
  if (isCommand(first)) return { command: first, words: words.slice(1) };
  if (subs.length > 0) {
    return usageError(`squire ${first} needs one of: ${subs.join(", ")}.`, first);
  }
  return unknownCommand(first);
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
  const near = closest(word, [...firsts]);
  const meant = near === null ? "" : ` Did you mean "${near}"?`;
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  const advice = `To ask a question use: squire run "…"   For all commands: squire help`;
  return { kind: "usage", message: `Unknown command "${shown}".${meant}`, advice };
}

function readWords({ command, words }: Chosen): { [name: string]: string } | UsageError {
  const specs: readonly PositionalSpec[] = COMMANDS[command].positionals;
  const args: { [name: string]: string } = {};
  for (const [index, { name, required, rest }] of specs.entries()) {
    const value = rest === true ? words.slice(index).join(" ") : words[index];
    if (value !== undefined && words.length > index) args[name] = value;
    else if (required) return usageError(`squire ${command} needs <${name}>.`, command);
  }
  const most = specs.at(-1)?.rest === true ? Infinity : specs.length;
  if (words.length <= most) return args;
  // The words themselves are not repeated: one of them may be a key.
  const limit = most === 0 ? "no words" : most === 1 ? "one word" : `${most} words`;
  return usageError(`squire ${command} takes ${limit} after it, not ${words.length}.`, command);
}
