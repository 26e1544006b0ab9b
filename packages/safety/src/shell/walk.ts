import type { CompoundList, ParsedScript, Statement } from "unbash";
import type { Assignment, Doubt, Redirection, Segment } from "./segment.ts";
import type { Place } from "./place.ts";
import type { WordScope } from "./read-word.ts";
import type { Variables } from "./variables.ts";
import type { ShellWord } from "./word.ts";

/** What is found on a walk through a text, and what the text itself says. */
export type Walk = {
  readonly segments: Segment[];
  readonly doubts: Map<string, Doubt>;
  readonly bombs: Set<string>;
  readonly functions: Set<string>;
  readonly variables: Variables;
  readonly words: WordScope;
  /** The text that positions point into. */
  readonly source: string;
  /** How many shells this one runs inside of. */
  readonly shells: number;
};

/** Where in the text the walk is. */
export type At = {
  readonly place: Place;
  /** Nothing decides whether this runs: it does. */
  readonly certain: boolean;
  readonly background: boolean;
  readonly reads: readonly number[] | null;
  readonly piped: boolean;
  readonly via: readonly string[];
  readonly depth: number;
};

/** A simple command whose words are read. */
export type Simple = {
  readonly words: readonly ShellWord[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
};

export function doubt(walk: Pick<Walk, "doubts">, kind: Doubt["kind"], reason: string): void {
  // Ten thousand times the same is said once.
  walk.doubts.set(`${kind} ${reason}`, { kind, reason });
}

/** The commands of anything that holds statements. */
export type Statements = ParsedScript | CompoundList | { readonly commands: readonly Statement[] };
