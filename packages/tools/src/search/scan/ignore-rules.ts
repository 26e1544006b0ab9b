import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { IgnoreFile, type Verdict } from "./ignore-file.ts";

/** The strongest first: what one kind says, the kinds behind it cannot change (as in ripgrep). */
const KINDS = [".rgignore", ".ignore", ".gitignore", "exclude"] as const;
type Kind = (typeof KINDS)[number];

const NAMES: ReadonlySet<string> = new Set([".rgignore", ".ignore", ".gitignore", ".git"]);

/** One ignore file, with how to get from a path of the scan to a path of its folder. */
type Placed = {
  readonly file: IgnoreFile;
  /** Parts between its folder and the root of the scan; it lies above or at the root. */
  readonly above: string;
  /** Length of the way from the root of the scan to its folder, with the slash. */
  readonly below: number;
};

/** The ignore files that count in a folder, the nearest first. Never changed: folders share them. */
export type IgnoreRules = Readonly<Record<Kind, readonly Placed[]>>;

export const NO_RULES: IgnoreRules = {
  ".rgignore": [],
  ".ignore": [],
  ".gitignore": [],
  exclude: [],
};

/** What the rules say about an entry of a scan. */
export function verdictOn(
  rules: IgnoreRules,
  path: string,
  name: string,
  isFolder: boolean,
): Verdict {
  for (const kind of KINDS) {
    for (const { file, above, below } of rules[kind]) {
      const verdict = file.verdict(above + path.slice(below), name, isFolder);
      if (verdict !== null) return verdict;
    }
  }
  return null;
}

/** The rules that reach the root of a scan from the folders above it. */
export async function rulesAbove(root: string): Promise<IgnoreRules> {
  const folders: string[] = [];
  for (let at = dirname(root); ; at = dirname(at)) {
    folders.unshift(at);
    if (dirname(at) === at) break;
  }
  let rules = NO_RULES;
  for (const [index, folder] of folders.entries()) {
    const rest = [...folders.slice(index + 1), root].map((path) => basename(path));
    rules = await withRulesOf(folder, [...NAMES], rules, {
      above: `${rest.join("/")}/`,
      below: 0,
    });
  }
  return rules;
}

/** The rules of a folder of the scan, given what lies in it; `way` leads there and ends in a slash. */
export async function rulesIn(
  root: string,
  way: string,
  entries: readonly { readonly name: string }[],
  inherited: IgnoreRules,
): Promise<IgnoreRules> {
  const found: string[] = [];
  for (const { name } of entries) if (NAMES.has(name)) found.push(name);
  if (found.length === 0) return inherited;
  return withRulesOf(join(root, way), found, inherited, { above: "", below: way.length });
}

async function withRulesOf(
  folder: string,
  names: readonly string[],
  inherited: IgnoreRules,
  where: Omit<Placed, "file">,
): Promise<IgnoreRules> {
  const gitDir = names.includes(".git") ? await gitFolder(join(folder, ".git")) : null;
  // A repository inside another one does not know the other's rules.
  let rules = gitDir === null ? inherited : { ...inherited, ".gitignore": [], exclude: [] };
  const paths: readonly (readonly [Kind, string])[] = [
    [".rgignore", join(folder, ".rgignore")],
    [".ignore", join(folder, ".ignore")],
    [".gitignore", join(folder, ".gitignore")],
    ...(gitDir === null ? [] : [["exclude", join(gitDir, "info", "exclude")] as const]),
  ];
  for (const [kind, path] of paths) {
    if (kind !== "exclude" && !names.includes(kind)) continue;
    const file = await readRules(path);
    if (file !== null) rules = { ...rules, [kind]: [{ file, ...where }, ...rules[kind]] };
  }
  return rules;
}

async function readRules(path: string): Promise<IgnoreFile | null> {
  try {
    const file = new IgnoreFile(await readFile(path, "utf8"));
    return file.isEmpty ? null : file;
  } catch {
    // A file that cannot be read has no rules; the scan goes on without it.
    return null;
  }
}

/** Where a repository keeps what all its worktrees share; null when there is no repository. */
async function gitFolder(path: string): Promise<string | null> {
  try {
    if ((await stat(path)).isDirectory()) return path;
    const pointer = /^gitdir: (.+)$/m.exec(await readFile(path, "utf8"))?.[1];
    if (pointer === undefined) return path;
    const own = resolve(dirname(path), pointer.trim());
    const common = (await readFile(join(own, "commondir"), "utf8")).trim();
    return resolve(own, common);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing && !(await exists(path)) ? null : path;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
