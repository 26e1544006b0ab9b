import type { Access, Touch } from "../programs/spec.ts";
import { joinFolder, type Place } from "../shell/place.ts";
import { globHead, literalOf, type Shape } from "../shell/word.ts";
import { isAbsolutePath, slashed } from "./paths.ts";
import type { GateWorkspace } from "./workspace.ts";

/** One path that a call touches. */
export type PathFact = {
  readonly access: Access;
  /** As the call spells it. */
  readonly spelled: string;
  /** Absolute, with `..` still in it; null when it shows only when the call runs. */
  readonly path: string | null;
  /** The path without links, as far as it exists; the same as `path` where no disk was asked. */
  readonly real: string | null;
  /** Anything that begins so or lies below is meant, not only the path itself. */
  readonly below: boolean;
  /** With everything below it. */
  readonly deep: boolean;
  /** The names that are meant, when a pattern says so. */
  readonly name: string | null;
};

/** The paths of one touch: one for each value of its word and each folder it may run in. */
export function pathFacts(
  touch: Touch,
  folders: Place,
  workspace: GateWorkspace,
): readonly PathFact[] {
  const { access, word, deep = false } = touch;
  const spelled = literalOf(word) ?? word.text;
  const unknown: PathFact = {
    access,
    spelled,
    path: null,
    real: null,
    below: false,
    deep,
    name: null,
  };
  // Names below a folder that are cut at blanks are taken for names below it still.
  if (word.splits && !word.shapes.every(({ type }) => type === "glob")) return [unknown];
  return word.shapes.flatMap((shape) => {
    const found = resolveShape(shape);
    if (found === null) return [unknown];
    const { path, below, name } = found;
    const bases = isAnchored(path) ? [""] : folders;
    if (bases === null) return [unknown];
    return bases.map((folder): PathFact => {
      const absolute = absolutePath(joinFolder(folder, path), workspace);
      return { ...unknown, path: absolute, real: absolute, below, name };
    });
  });
}

type Resolved = Pick<PathFact, "below" | "name"> & { readonly path: string };

function resolveShape(shape: Shape): Resolved | null {
  const prefix = shape.home === true ? "~" : "";
  switch (shape.type) {
    case "exact":
      return { path: prefix + shape.value, below: false, name: null };
    case "open":
      return null;
    case "glob": {
      // A pattern can only lead upwards where it says so.
      if (/(?:^|\/)\.[*?[]/.test(shape.pattern)) return null;
      const head = globHead(shape.pattern);
      const folder = head.slice(0, head.lastIndexOf("/") + 1);
      if (shape.pattern.slice(head.length).includes("..")) return null;
      const name = shape.pattern.slice(shape.pattern.lastIndexOf("/") + 1);
      return { path: prefix + folder, below: true, name };
    }
  }
}

function isAnchored(path: string): boolean {
  return path.startsWith("~") || isAbsolutePath(path);
}

/** Relative to the workspace; `~` is the home folder. */
export function absolutePath(path: string, { root, home }: GateWorkspace): string {
  const plain = slashed(path);
  if (plain === "~" || plain.startsWith("~/")) return slashed(home) + plain.slice(1);
  if (isAbsolutePath(plain)) return plain;
  return plain === "" ? slashed(root) : `${slashed(root)}/${plain}`;
}
