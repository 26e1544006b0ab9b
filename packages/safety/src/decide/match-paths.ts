import { matchesGlob } from "../rules/glob.ts";
import type { PathFact } from "./path-fact.ts";
import { isAbsolutePath, isInWorkspace, normalized, relativePath, slashed } from "./paths.ts";
import type { GateWorkspace } from "./workspace.ts";

/** A glob of a rule on one path: relative ones mean the workspace, `~/` the home folder. */
export function matchesPath(glob: string, path: string, workspace: GateWorkspace): boolean {
  const fold = (text: string): string => (workspace.ignoresCase ? text.toLowerCase() : text);
  const plain = slashed(glob).replace(/^\.\//, "");
  const absolute = normalized(path);
  if (plain === "~" || plain.startsWith("~/")) {
    return matchesGlob(fold(slashed(workspace.home) + plain.slice(1)), fold(absolute), "path");
  }
  if (isAbsolutePath(plain)) return matchesGlob(fold(plain), fold(absolute), "path");
  if (isInWorkspace(absolute, workspace)) {
    return matchesGlob(fold(plain), fold(relativePath(absolute, workspace)), "path");
  }
  return plain.startsWith("**") && matchesGlob(fold(plain), fold(absolute.slice(1)), "path");
}

/** Whether a rule that forbids means this path: as spelled, as written out, or where it leads. */
export function forbidsPath(glob: string, fact: PathFact, workspace: GateWorkspace): boolean {
  const { path, real, spelled, name } = fact;
  const places = [path, real].flatMap((place) => {
    if (place === null) return [];
    return name === null ? [place] : [place, `${normalized(place)}/${name}`];
  });
  if (places.some((place) => matchesPath(glob, place, workspace))) return true;
  if (matchesGlob(glob, spelled, "path")) return true;
  // A bare name means such files everywhere.
  const bare = !slashed(glob).includes("/") && !glob.startsWith("~");
  return (
    bare &&
    places.some((place) => matchesGlob(glob, normalized(place).split("/").at(-1) ?? "", "path"))
  );
}

/** Whether a rule that allows means this path: only where it really leads. */
export function allowsPath(
  glob: string,
  { real, below }: PathFact,
  workspace: GateWorkspace,
): boolean {
  return real !== null && !below && matchesPath(glob, real, workspace);
}
