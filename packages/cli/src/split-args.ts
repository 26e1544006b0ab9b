import { FLAGS } from "./commands.ts";
import type { FlagName, FlagSpec } from "./commands.ts";
import { spelled } from "./spelling.ts";

/** A flag as it was typed; `name` is null when there is no such flag. */
export type GivenFlag = {
  readonly name: FlagName | null;
  readonly raw: string;
  readonly value: string | undefined;
  /** Written as `--flag=value` or `-fvalue`. */
  readonly inline: boolean;
};

export type SplitArgs = {
  readonly flags: readonly GivenFlag[];
  readonly words: readonly string[];
  /** How many words stand before the first `-p`; null without one. */
  readonly wordsBeforePrint: number | null;
};

const NEGATIVE_NUMBER = /^-\.?\d/;

/**
 * Tells flags from words, as `parseArgs` of `node:util` does. That module is not used because
 * loading it takes longer than all the rest of reading a command line.
 */
export function splitArgs(argv: readonly string[]): SplitArgs {
  const flags: GivenFlag[] = [];
  const words: string[] = [];
  let wordsBeforePrint: number | null = null;
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      words.push(...rest.splice(0));
    } else if (!isFlag(word)) {
      words.push(word);
    } else {
      const given = word.startsWith("--") ? [longFlag(word, rest)] : shortFlags(word, rest);
      if (given.some(({ name }) => name === "print")) wordsBeforePrint ??= words.length;
      flags.push(...given);
    }
  }
  return { flags, words, wordsBeforePrint };
}

function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith("-") && !NEGATIVE_NUMBER.test(word);
}

/** `--name`, `--name=value`, or `--name` with its value taken from the front of `rest`. */
function longFlag(word: string, rest: string[]): GivenFlag {
  const equals = word.indexOf("=", 3);
  const raw = equals === -1 ? word : word.slice(0, equals);
  const name = named((known) => spelled(known) === raw);
  if (equals !== -1) return { name, raw, value: word.slice(equals + 1), inline: true };
  return { name, raw, value: takesValue(name) ? rest.shift() : undefined, inline: false };
}

/** `-a`, `-abc`, and `-o` whose value is the rest of the word or the next one. */
function shortFlags(word: string, rest: string[]): readonly GivenFlag[] {
  const flags: GivenFlag[] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    const name = named((known) => specOf(known).short === letter);
    const attached = word.slice(at + 1);
    const raw = `-${letter}`;
    if (takesValue(name)) {
      const inline = attached !== "";
      return [...flags, { name, raw, value: inline ? attached : rest.shift(), inline }];
    }
    flags.push({ name, raw, value: undefined, inline: false });
  }
  return flags;
}

function named(fits: (name: FlagName) => boolean): FlagName | null {
  return (Object.keys(FLAGS) as FlagName[]).find(fits) ?? null;
}

function takesValue(name: FlagName | null): boolean {
  return name !== null && specOf(name).type !== "boolean";
}

function specOf(name: FlagName): FlagSpec {
  return FLAGS[name];
}
