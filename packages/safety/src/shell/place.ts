import type { Folder } from "./segment.ts";
import { literalOf, plainLiteralOf, type ShellWord } from "./word.ts";

/** The folders a command may run in; null when they are not known. */
export type Place = readonly Folder[] | null;

/** Where the shell is after a command that succeeded, and after one that failed. */
export type Flow = { readonly ok: Place; readonly fail: Place };

/** Where the shell starts. */
export const START: Place = [""];

const MOST = 8;

export function stay(place: Place): Flow {
  return { ok: place, fail: place };
}

export function either(a: Place, b: Place): Place {
  if (a === null || b === null) return null;
  if (a === b) return a;
  const all = [...new Set([...a, ...b])];
  return all.length > MOST ? null : all;
}

export function joinFolder(folder: Folder, path: string): Folder {
  if (path.startsWith("/") || path.startsWith("~") || folder === "") return path;
  return `${folder}/${path}`;
}

/** `cd`, with the words behind it. */
export function changeFolder(place: Place, args: readonly ShellWord[]): Flow {
  const operands = args.filter((arg) => !/^-[LPe@]+$|^--$/.test(literalOf(arg) ?? ""));
  const [target, ...more] = operands;
  if (more.length > 0) return { ok: null, fail: place };
  if (target === undefined) return { ok: ["~"], fail: place };
  const path = literalOf(target);
  if (path === null || place === null) return { ok: null, fail: place };
  // A name that only looks like a home folder was quoted.
  const isHome = plainLiteralOf(target) === null;
  if (path === "-" || path === "" || (path.startsWith("~") && !isHome))
    return { ok: null, fail: place };
  return { ok: place.map((folder) => joinFolder(folder, path)), fail: place };
}
