import type { ShellWord } from "../shell/word.ts";

/** What a command does to the world. `unknown` is asked for like running code. */
export type ShellEffect = "read" | "write" | "network" | "execute" | "unknown";

/** From harmless to worst: of two, the later one counts. */
export const EFFECTS: readonly ShellEffect[] = ["read", "write", "network", "execute", "unknown"];

/** What is done to a path. `list` looks at names and dates only. */
export type Access = "list" | "read" | "write" | "delete";

export type Touch = {
  readonly access: Access;
  readonly word: ShellWord;
  /** With everything below it. */
  readonly deep?: true;
};

/** What operands are: text, or paths and what is done to them. The last of a list counts for the rest. */
export type Operand = Access | "text" | "none";

/**
 * A program, as data. Options are written one after another: `-la` two flags, `-n=` with a value,
 * `-i[=]` with a value only when attached, `--arg==` with two, `-#` a number, `+#` the same with a
 * plus. Behind `=` stands what is done to a path: `<` read, `>` written, `/` listed.
 *
 * Only what stands here is known to be harmless. Everything else asks, also an abbreviation.
 */
export type ProgramSpec = {
  /** What it does with harmless options. */
  readonly effect: ShellEffect;
  /**
   * How options are written: `-abc --long` anywhere (`gnu`, the default), the same but only before
   * the first operand (`posix`), `-long` (`words`), or not at all (`plain`).
   */
  readonly style?: "gnu" | "posix" | "words" | "plain";
  readonly options?: string;
  readonly writes?: string;
  readonly executes?: string;
  readonly network?: string;
  /** It only reads with one of these; without them it has the effect behind. */
  readonly needs?: string;
  readonly otherwise?: ShellEffect;
  /** No option does harm: a word that may turn out to be one is harmless too. */
  readonly closed?: true;
  readonly operands?: Operand | readonly Operand[] | "copy" | "move";
  /** Operands name something to look at only behind one of these; elsewhere they make something new. */
  readonly namedBy?: string;
  /** The first operand is no pattern or script when one of these is given. */
  readonly unless?: string;
  /** It reads what is in the present folder: always, or with one of these options. */
  readonly here?: true | string;
  /** With everything below the folders it is given. */
  readonly deep?: true;
  /** With one of these, and nothing else, it prints something and ends. */
  readonly prints?: string;
  /** What it may be told to do by its first operand. */
  readonly subcommands?: Readonly<Record<string, ProgramSpec>>;
  /** What it does without any subcommand, or without any argument. */
  readonly bare?: ShellEffect;
  /** Operands that match this are not known to be harmless. */
  readonly suspect?: string;
  /** It shows its output page by page, with a program of the user's choice, unless the output is piped. */
  readonly pager?: boolean;
  /** It reads code that the project's own files name: harmless only in a trusted folder. */
  readonly project?: string;
  /** It must run with `neutralGitEnv`. */
  readonly neutralGit?: true;
  /** Code knows better what its arguments mean. */
  readonly special?: Special;
  /** `program subcommand *` may be offered as a rule: no argument makes it run foreign code. */
  readonly prefix?: true;
  /** A few words for the user. */
  readonly about?: string;
};

export type Special = "awk" | "dd" | "find" | "names" | "sed" | "set" | "sqlite" | "tar" | "test";

export type ProgramTable = Readonly<Record<string, ProgramSpec>>;

/** What is known about one command. */
export type Judgement = {
  readonly effect: ShellEffect;
  /** Why it does more than read; empty when it does not. */
  readonly reasons: readonly string[];
  readonly touches: readonly Touch[];
  readonly neutralGit: boolean;
  /** What it would run out of an untrusted folder; empty when nothing. */
  readonly project: readonly string[];
};

export const HARMLESS: Judgement = {
  effect: "read",
  reasons: [],
  touches: [],
  neutralGit: false,
  project: [],
};

export function worse(a: ShellEffect, b: ShellEffect): ShellEffect {
  return EFFECTS.indexOf(a) > EFFECTS.indexOf(b) ? a : b;
}

export function judged(
  effect: ShellEffect,
  reason: string,
  touches: readonly Touch[] = [],
): Judgement {
  return { ...HARMLESS, effect, reasons: effect === "read" ? [] : [reason], touches };
}
