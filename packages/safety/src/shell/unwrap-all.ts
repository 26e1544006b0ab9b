import { parse } from "unbash";
import { emit } from "./emit.ts";
import { isTooDeep } from "./odd-text.ts";
import { printedPaths } from "./path-sources.ts";
import { changeFolder } from "./place.ts";
import { unwrap, type Started } from "./unwrap.ts";
import { findVariables } from "./variables.ts";
import type { Inner } from "./walk-parts.ts";
import { doubt, type At, type Simple, type Walk } from "./walk.ts";
import { plainLiteralOf, type ShellWord } from "./word.ts";

/** Wrappers around one command, and shells inside of shells, that are looked into. */
const MOST_WRAPPERS = 32;
const MOST_SHELLS = 8;

/**
 * Notes a command and, when it is a wrapper, everything that it starts. Gives the words that the
 * shell itself runs in the end: those of the command, or behind `command` and `builtin`.
 */
export function unwrapAll(walk: Walk, simple: Simple, at: At, inner: Inner): readonly ShellWord[] {
  const { words } = simple;
  const [program] = words;
  if (program !== undefined && plainLiteralOf(program) === null) {
    doubt(walk, "opaque", `which program ${program.text.slice(0, 40)} is, shows only when it runs`);
  }
  const found = unwrap(words, () => printedPaths(walk.segments, at.reads));
  for (const { kind, reason } of found?.doubts ?? []) doubt(walk, kind, reason);
  const started = found?.started ?? [];
  emit(walk, simple, at, { wraps: started.length > 0 });
  if (found === null || started.length === 0) return words;
  if (at.via.length >= MOST_WRAPPERS) {
    doubt(walk, "opaque", "it is wrapped too often");
    return words;
  }
  const via = [...at.via, found.name];
  let last = words;
  for (const one of started) {
    last = runStarted(walk, one, { ...at, via, certain: false }, inner) ?? last;
  }
  // A child moves only itself.
  return found.inShell ? last : words;
}

function runStarted(
  walk: Walk,
  started: Started,
  at: At,
  inner: Inner,
): readonly ShellWord[] | null {
  if (started.type === "text") {
    runText(walk, started.text, at, inner);
    return null;
  }
  const { words, assignments, folder } = started;
  const place = folder === null ? at.place : changeFolder(at.place, [folder]).ok;
  return unwrapAll(walk, { words, assignments, redirections: [] }, { ...at, place }, inner);
}

/** A text for another shell: it knows nothing of this one's variables and functions. */
function runText(walk: Walk, text: string, at: At, inner: Inner): void {
  if (walk.shells >= MOST_SHELLS || isTooDeep(text)) {
    return doubt(walk, "opaque", "shells are nested too deeply");
  }
  const script = parse(text);
  const variables = findVariables(script);
  const inside: Walk = {
    ...walk,
    variables,
    words: { ...walk.words, valuesOf: variables.valuesOf },
    functions: new Set(),
    source: text,
    shells: walk.shells + 1,
  };
  inner(inside, script, at);
}
