import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Watch, type ScanLimits } from "../watch.ts";
import { NO_RULES, rulesAbove, rulesIn, verdictOn, type IgnoreRules } from "./ignore-rules.ts";

export type EntryType = "file" | "folder" | "link" | "other";

export type ScanEntry = {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly type: EntryType;
};

/** What a scan looks at; two scans with the same of these see the same. */
export type ScanKey = {
  /** A real path: no link in it. */
  readonly root: string;
  /** Whether names that begin with a dot are seen. */
  readonly hidden: boolean;
  /** Whether ignore files count. */
  readonly gitignore: boolean;
};

type Folder = { readonly way: string; readonly rules: IgnoreRules };

/** Folders being read at the same time: enough to keep the disk busy. */
const READERS = 64;

/**
 * Everything below a folder, in no order. `.git` is never seen, links are never followed, and what
 * cannot be read is left out.
 */
export async function walk(key: ScanKey, limits: ScanLimits): Promise<readonly ScanEntry[]> {
  const watch = new Watch(limits);
  const rules = key.gitignore ? (await rulesAbove(key.root)).rules : NO_RULES;
  const found: ScanEntry[] = [];
  const waiting: Folder[] = [{ way: "", rules }];
  while (waiting.length > 0) {
    const next = waiting.splice(-READERS);
    await Promise.all(next.map((folder) => readFolder(key, folder, { watch, found, waiting })));
  }
  return found;
}

type Progress = {
  readonly watch: Watch;
  readonly found: ScanEntry[];
  readonly waiting: Folder[];
};

async function readFolder(key: ScanKey, { way, rules }: Folder, progress: Progress): Promise<void> {
  const { watch, found, waiting } = progress;
  watch.check();
  const entries = await entriesOf(join(key.root, way));
  const inner = key.gitignore ? await rulesIn(key.root, way, entries, rules) : NO_RULES;
  for (const entry of entries) {
    if (watch.isDue()) await watch.pause();
    const { name } = entry;
    if (name === ".git") continue;
    const path = way + name;
    const type = typeOf(entry) ?? (await typeOnDisk(join(key.root, path)));
    if (!isSeen(key, inner, { path, name, type })) continue;
    found.push({ path, type });
    if (type === "folder") waiting.push({ way: `${path}/`, rules: inner });
  }
}

function isSeen(
  { hidden, gitignore }: ScanKey,
  rules: IgnoreRules,
  { path, name, type }: ScanEntry & { readonly name: string },
): boolean {
  const verdict = gitignore ? verdictOn(rules, path, name, type === "folder") : null;
  if (verdict === "ignore") return false;
  // What a rule wants kept is kept, dot or not.
  return hidden || verdict === "keep" || !name.startsWith(".");
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // It went away, or it is not ours to read.
    return [];
  }
}

/** Null where the disk does not tell with the name. */
function typeOf(entry: Dirent): EntryType | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  return entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice()
    ? "other"
    : null;
}

async function typeOnDisk(path: string): Promise<EntryType> {
  try {
    const found = await lstat(path);
    if (found.isFile()) return "file";
    if (found.isDirectory()) return "folder";
    return found.isSymbolicLink() ? "link" : "other";
  } catch {
    return "other";
  }
}
