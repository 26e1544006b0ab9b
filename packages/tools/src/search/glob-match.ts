import { ToolError } from "@squire/agent";

/** A glob that a path has to fit, relative to the folder that is searched. */
export type PathGlob = {
  /** Folders that it names without any wildcard, as `a/b`; "" for none. Only there can anything fit. */
  readonly base: string;
  /** Whether it names something that begins with a dot. */
  readonly namesHidden: boolean;
  /** Globs of file names, one of which every fitting file has; null when that cannot be told. */
  readonly names: readonly string[] | null;
  /** For a path below `base`, relative to it. */
  fits(path: string): boolean;
};

const WILD = /[*?[\]{}()!+@\\]/;
/** What every matcher reads alike, so that another may sort out before us. */
const PLAIN_NAME = /^[\w.*-]+$/;

/**
 * A glob without a slash fits names in any folder, like a line of an ignore file; with one it fits
 * whole paths. A leading `!` turns it around. With `dot`, wildcards also fit names that begin so.
 */
export async function pathGlob(
  text: string,
  { dot }: { readonly dot: boolean },
): Promise<PathGlob> {
  const isNegated = text.startsWith("!") && !text.startsWith("!(");
  const glob = normal(isNegated ? text.slice(1) : text);
  const parts = glob.split("/");
  if (parts.includes("..")) {
    throw new ToolError(`A glob cannot go up with "..": name the folder as path instead.`);
  }
  const namesHidden = /(?:^|[/{,(|])\./.test(glob);
  const isName = parts.length === 1;
  const base = isNegated || isName ? [] : leadingNames(parts);
  const rest = parts.slice(base.length).join("/");
  const { default: picomatch } = await import("picomatch");
  const matches = matcherOf(() => picomatch(rest, { dot }), text);
  const test = isName ? (path: string): boolean => matches(nameOf(path)) : matches;
  return {
    base: base.join("/"),
    namesHidden,
    names: isNegated ? null : nameGlobs(parts.at(-1) ?? ""),
    fits: isNegated ? (path) => !test(path) : test,
  };
}

/** Fits everything. */
export const ANY_PATH: PathGlob = { base: "", namesHidden: false, names: null, fits: () => true };

function normal(glob: string): string {
  const plain = glob.replace(/^(?:\.?\/+)+/, "").replaceAll(/\/{2,}/g, "/");
  if (plain === "") throw new ToolError("The glob is empty. Use ** for all files.");
  return plain.endsWith("/") ? `${plain}**` : plain;
}

function matcherOf(make: () => (path: string) => boolean, glob: string): (path: string) => boolean {
  try {
    return make();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The glob ${glob.slice(0, 100)} cannot be read: ${why}.`, { cause: error });
  }
}

/** All parts before the first wildcard, but never the last part. */
function leadingNames(parts: readonly string[]): readonly string[] {
  const wild = parts.findIndex((part) => WILD.test(part));
  return parts.slice(0, wild === -1 ? parts.length - 1 : Math.min(wild, parts.length - 1));
}

function nameGlobs(part: string): readonly string[] | null {
  if (part === "" || part.includes("**")) return null;
  const braces = /^([\w.*-]*)\{([\w.*,-]+)\}([\w.*-]*)$/.exec(part);
  if (braces !== null) {
    const [, before = "", inner = "", after = ""] = braces;
    // `{1..3}` is a range and no list.
    if (!inner.includes(",") || inner.includes("..")) return null;
    return inner.split(",").map((word) => before + word + after);
  }
  return PLAIN_NAME.test(part) ? [part] : null;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
