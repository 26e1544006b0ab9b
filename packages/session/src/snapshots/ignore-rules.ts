import { matchRun, nameTest, type NameTest } from "./glob.ts";
import { childOf, isRepositoryName, ROOT } from "./tree-path.ts";

/** What a scan leaves out. Kept with each snapshot: two are compared only where both looked. */
export type IgnoreRules = {
  /** Folders of these names, at any depth. */
  readonly folders: readonly string[];
  /** Lines of the workspace's own `.gitignore`. */
  readonly patterns: readonly string[];
};

/** Folders that tools fill and can fill again. */
export const IGNORED_FOLDERS: readonly string[] = [
  "node_modules",
  "bower_components",
  ".yarn",
  ".pnpm-store",
  "dist",
  "build",
  "target",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".parcel-cache",
  ".turbo",
  ".cache",
  ".gradle",
  ".terraform",
  ".dart_tool",
  "DerivedData",
  ".nyc_output",
  "coverage",
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".eggs",
  ".ipynb_checkpoints",
];

const MAX_PATTERNS = 500;
const MAX_PATTERN_LENGTH = 256;

/**
 * Reads a `.gitignore` of the root. Limits: those of other folders and of the user are not read,
 * and lines beyond the 500th or longer than 256 characters do not count.
 */
export function ignoreRules(gitignore: string): IgnoreRules {
  const patterns = gitignore
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line !== "" && !line.startsWith("#") && line.length <= MAX_PATTERN_LENGTH)
    .slice(0, MAX_PATTERNS);
  return { folders: IGNORED_FOLDERS, patterns };
}

/** Judges one path whose folders are all looked at. */
export type IgnoreTest = (path: string, isFolder: boolean) => boolean;

export function ignoreTest(rules: IgnoreRules): IgnoreTest {
  const folders = new Set(rules.folders);
  const patterns = rules.patterns.map(compile).filter((pattern) => pattern !== null);
  return (path, isFolder) => {
    const names = path.split("/");
    const name = names.at(-1) ?? "";
    if (isRepositoryName(name)) return true;
    if (isFolder && folders.has(name)) return true;
    const last = patterns.findLast(
      (pattern) => (isFolder || !pattern.foldersOnly) && pattern.fits(names),
    );
    return last !== undefined && !last.negated && (isFolder || !isHandWritten(name));
  };
}

/** The same for any path: what is in a folder that is left out is left out too. */
export function isLeftOut(test: IgnoreTest, path: string, isFolder: boolean): boolean {
  if (path === ROOT) return false;
  const names = path.split("/");
  let folder = ROOT;
  for (const name of names.slice(0, -1)) {
    folder = childOf(folder, name);
    if (test(folder, true)) return true;
  }
  return test(path, isFolder);
}

/** Local settings are kept out of git, written by hand, and nothing can make them again. */
function isHandWritten(name: string): boolean {
  return /^\.env(?:\.|$)|\.local(?:\.|$)/.test(name);
}

type Pattern = {
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  fits(names: readonly string[]): boolean;
};

/** `**` stands for any number of folders. */
type Part = "**" | NameTest;

function compile(line: string): Pattern | null {
  // A space at the end counts only behind a backslash.
  let text = line.replace(/(?<!\\) +$/, "");
  const negated = text.startsWith("!");
  if (negated) text = text.slice(1);
  const foldersOnly = text.endsWith("/");
  if (foldersOnly) text = text.slice(0, -1);
  if (text === "") return null;
  const anchored = text.includes("/");
  const names = text.replace(/^\//, "").split("/");
  if (!anchored) {
    const test = nameTest(text);
    return { negated, foldersOnly, fits: (path) => test(path.at(-1) ?? "") };
  }
  const parts = names.map((name): Part => (name === "**" ? "**" : nameTest(name)));
  // At the end it stands for what is inside, not for the folder itself.
  if (parts.at(-1) === "**") parts.push(() => true);
  return {
    negated,
    foldersOnly,
    fits: (path) => matchRun(parts, path, isAnyFolder, (part, name) => part !== "**" && part(name)),
  };
}

function isAnyFolder(part: Part): boolean {
  return part === "**";
}
