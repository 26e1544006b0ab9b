import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { IgnoreFile, type Verdict } from "./ignore-file.ts";
import { isInRepository } from "./repository.ts";

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

type Files = Readonly<Record<Kind, readonly Placed[]>>;

/** The ignore files that count in a folder, the nearest first. Never changed: folders share them. */
export type IgnoreRules = {
  readonly files: Files;
  /** Whether the scan lies in a repository: then repositories inside it stand for themselves. */
  readonly inRepository: boolean;
};

const NO_FILES: Files = { ".rgignore": [], ".ignore": [], ".gitignore": [], exclude: [] };
export const NO_RULES: IgnoreRules = { files: NO_FILES, inRepository: false };

/** What the rules say about an entry of a scan. */
export function verdictOn(
  { files }: IgnoreRules,
  path: string,
  name: string,
  isFolder: boolean,
): Verdict {
  for (const kind of KINDS) {
    for (const { file, above, below } of files[kind]) {
      const verdict = file.verdict(above + path.slice(below), name, isFolder);
      if (verdict !== null) return verdict;
    }
  }
  return null;
}

/** How far up ignore files count for a scan: in its repository, in all folders above, or not at all. */
export type Reach = "repository" | "above" | "inside";

/**
 * The rules that reach the root of a scan from the folders above it. They count for nothing where
 * they would ignore the root itself: who names an ignored folder wants to see what is in it.
 */
export async function rulesAbove(
  root: string,
): Promise<{ readonly rules: IgnoreRules; readonly reach: Reach }> {
  const inRepository = await isInRepository(root);
  const folders: string[] = [];
  for (let at = dirname(root); ; at = dirname(at)) {
    folders.unshift(at);
    if (dirname(at) === at) break;
  }
  let rules: IgnoreRules = { files: NO_FILES, inRepository };
  for (const [index, folder] of folders.entries()) {
    const rest = [...folders.slice(index + 1), root].map((path) => basename(path));
    const where = { above: `${rest.join("/")}/`, below: 0 };
    rules = await withRulesOf(folder, [...NAMES], rules, where);
    if (isNextIgnored(rules, rest)) return { rules: NO_RULES, reach: "inside" };
  }
  return { rules, reach: inRepository ? "repository" : "above" };
}

/** Whether the next folder on the rest of the way to the root is ignored. */
function isNextIgnored({ files }: IgnoreRules, rest: readonly string[]): boolean {
  for (const kind of KINDS) {
    for (const { file, above } of files[kind]) {
      // The way from that file to the root, but only up to the next folder.
      const way = above.split("/").slice(0, -rest.length).join("/");
      const verdict = file.verdict(way, rest[0] ?? "", true);
      if (verdict !== null) return verdict === "ignore";
    }
  }
  return false;
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
  { files: inherited, inRepository }: IgnoreRules,
  where: Omit<Placed, "file">,
): Promise<IgnoreRules> {
  const git = join(folder, ".git");
  const gitFolder = names.includes(".git") ? await sharedGitFolder(git) : null;
  let files = inherited;
  // A repository inside another one does not know the other's rules.
  if (gitFolder !== null && inRepository) files = { ...files, ".gitignore": [], exclude: [] };
  for (const kind of KINDS) {
    const path =
      kind !== "exclude"
        ? names.includes(kind) && join(folder, kind)
        : gitFolder !== null && join(inRepository ? gitFolder : git, "info", "exclude");
    const file = path === false ? null : await readRules(path);
    if (file !== null) files = { ...files, [kind]: [{ file, ...where }, ...files[kind]] };
  }
  return { files, inRepository };
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
async function sharedGitFolder(path: string): Promise<string | null> {
  try {
    if ((await stat(path)).isDirectory()) return path;
  } catch {
    return null;
  }
  try {
    const pointer = /^gitdir: (.+)$/m.exec(await readFile(path, "utf8"))?.[1] ?? "";
    const own = resolve(dirname(path), pointer.trim());
    return resolve(own, (await readFile(join(own, "commondir"), "utf8")).trim());
  } catch {
    // A pointer that leads nowhere still marks a repository, only one without rules of its own.
    return path;
  }
}
