import type { Access, ProgramSpec, ShellEffect } from "./spec.ts";

export type OptionSpec = {
  /** How many words it takes; `maybe`: only what is attached. */
  readonly takes: 0 | 1 | 2 | "maybe";
  /** What is done to the path that is its value. */
  readonly access: Access | null;
  readonly effect: ShellEffect;
};

/** The options of a program, ready to be looked up. Short ones by their letter. */
export type Grammar = {
  readonly style: "gnu" | "posix" | "words" | "plain";
  readonly short: ReadonlyMap<string, OptionSpec>;
  readonly long: ReadonlyMap<string, OptionSpec>;
  readonly numbers: boolean;
  readonly plusNumbers: boolean;
};

const ACCESS: Readonly<Record<string, Access>> = { "<": "read", ">": "write", "/": "list" };
const TAKES = { "": 0, "=": 1, "==": 2, "[=]": "maybe" } as const;

const grammars = new WeakMap<ProgramSpec, Grammar>();

/** A spec is compiled once, when it is first asked for. */
export function grammarOf(spec: ProgramSpec): Grammar {
  const known = grammars.get(spec);
  if (known !== undefined) return known;
  const grammar = compile(spec);
  grammars.set(spec, grammar);
  return grammar;
}

function compile(spec: ProgramSpec): Grammar {
  const { style = "gnu", options = "", writes = "", executes = "", network = "" } = spec;
  const short = new Map<string, OptionSpec>();
  const long = new Map<string, OptionSpec>();
  const tokens = options.split(/\s+/);
  const lists = [
    [options, "read"],
    [writes, "write"],
    [network, "network"],
    [executes, "execute"],
  ] as const;
  for (const [list, effect] of lists) {
    for (const token of list.split(/\s+/)) add(token, effect);
  }
  const [numbers, plusNumbers] = [tokens.includes("-#"), tokens.includes("+#")];
  return { style, short, long, numbers, plusNumbers };

  function add(token: string, effect: ShellEffect): void {
    const found = /^(--?)([^=[#<>/]+)(\[=\]|={0,2})([<>/]?)$/.exec(token);
    if (found === null) return;
    const [, dashes = "", name = "", takes = "", mark = ""] = found;
    const option: OptionSpec = { takes: takesOf(takes), access: ACCESS[mark] ?? null, effect };
    if (style === "words" || dashes === "--") long.set(name, option);
    else for (const letter of name) short.set(letter, option);
  }
}

function takesOf(mark: string): OptionSpec["takes"] {
  return mark === "=" || mark === "==" || mark === "[=]" ? TAKES[mark] : 0;
}
