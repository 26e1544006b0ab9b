import type { At, Simple, Walk } from "./walk.ts";
import type { Segment } from "./segment.ts";
import { plainLiteralOf } from "./word.ts";

export type Marks = { readonly via?: readonly string[]; readonly wraps?: boolean };

/** Notes one simple command. Gives its index. */
export function emit(walk: Walk, simple: Simple, at: At, marks: Marks = {}): number {
  const { words, assignments, redirections } = simple;
  const [program = null, ...args] = words;
  const name = program === null ? null : plainLiteralOf(program);
  const segment: Segment = {
    // Words that braces made of one another have no text of their own.
    text: words.flatMap(({ text }) => (text === "" ? [] : [text])).join(" "),
    program,
    args,
    assignments,
    redirections,
    folders: at.place ?? null,
    background: at.background,
    reads: at.reads,
    piped: at.piped,
    via: marks.via ?? at.via,
    wraps: marks.wraps ?? false,
    calls: name !== null && walk.functions.has(name),
  };
  return walk.segments.push(segment) - 1;
}
