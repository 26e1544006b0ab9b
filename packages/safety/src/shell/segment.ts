import type { ShellWord } from "./word.ts";

/** Why a command cannot be judged by what it says. It is always asked for. */
export type Doubt = {
  /**
   * `unparsable`: it is not sure what the shell would make of the text. `opaque`: the text is
   * clear, but what it runs stands elsewhere (`eval`, `source`, a name in a variable).
   */
  readonly kind: "unparsable" | "opaque";
  readonly reason: string;
};

export type Redirection = {
  /** `text`: a heredoc or here-string. `same`: another name for an open descriptor. */
  readonly access: "read" | "write" | "append" | "both" | "same" | "text";
  readonly target: ShellWord | null;
};

export type Assignment = {
  readonly name: string;
  /**
   * `program`: only for the program behind it. `shell`: a variable of the shell. `export`: for all
   * programs that follow.
   */
  readonly scope: "program" | "shell" | "export";
  readonly value: ShellWord | null;
};

/**
 * A folder a command may run in: absolute, below home (`~/x`), or relative to where the shell
 * started. Not normalised: `a/../b` is for the disk to resolve.
 */
export type Folder = string;

/** One simple command, wherever it stands in the text. */
export type Segment = {
  /** The words as written, one blank between them; without assignments and redirections. */
  readonly text: string;
  /** Null when there are only assignments or redirections. */
  readonly program: ShellWord | null;
  readonly args: readonly ShellWord[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  /** Where it may run; null when that is not known. */
  readonly folders: readonly Folder[] | null;
  readonly background: boolean;
  /** The segments whose output it reads, by index; null when its input is no pipe. */
  readonly reads: readonly number[] | null;
  /** Its output goes into a pipe or a substitution. */
  readonly piped: boolean;
  /** The wrappers around it, outermost first: `env`, `xargs`. */
  readonly via: readonly string[];
  /** It only starts the segment behind it. */
  readonly wraps: boolean;
  /** Calls a function that the same text defines. */
  readonly calls: boolean;
};

export type ShellAnalysis = {
  readonly command: string;
  readonly segments: readonly Segment[];
  /** Empty when all that would run is in `segments`. */
  readonly doubts: readonly Doubt[];
  /** A function that starts itself over and over in the background or in a pipe. */
  readonly forkBomb: boolean;
};
