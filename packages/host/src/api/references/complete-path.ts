import { readdir, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isInside } from "@squire/platform";
import type { Completion } from "@squire/protocol";
import { isSkippedFolder } from "@squire/tools";

/** CMD-7. */
const MOST_WALKED = 500;
const MOST_GIVEN = 40;

export type CompletionPlace = {
  readonly root: string;
  /** Paths that were used, the newest last. */
  readonly recent: ReadonlySet<string>;
};

type Found = Completion & { readonly mtimeMs: number };

/**
 * Paths for what is typed behind `@`: one folder level at a time, and with a word to look for also
 * the files below that fit it (CMD-7). Never rejects.
 */
export async function completePath(
  query: string,
  { root, recent }: CompletionPlace,
): Promise<readonly Completion[]> {
  const cut = query.lastIndexOf("/") + 1;
  const [folder, word] = [query.slice(0, cut), query.slice(cut).toLowerCase()];
  const start = resolve(root, folder);
  if (!(await leadsInside(start, root))) return [];
  const level = await entriesIn(start, folder);
  const below = word === "" ? [] : await filesBelow(start, folder);
  const all = new Map([...below, ...level].map((found) => [found.path, found]));
  const ranked = [...all.values()]
    .map((found) => ({ found, fit: fitOf(found.path, folder, word) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || byUse(a.found, b.found, recent));
  return ranked.slice(0, MOST_GIVEN).map(({ found: { path, folder: isFolder } }) => {
    return { path, folder: isFolder };
  });
}

/** 0: does not fit. The beginning of the name counts most, then the name, the path, the letters. */
function fitOf(path: string, folder: string, word: string): number {
  if (word === "") return 1;
  const rest = path.slice(folder.length).toLowerCase();
  const name = rest.replace(/\/$/, "").split("/").at(-1) ?? rest;
  if (name.startsWith(word)) return 4;
  if (name.includes(word)) return 3;
  if (rest.includes(word)) return 2;
  return hasLetters(rest, word) ? 1 : 0;
}

function hasLetters(text: string, word: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** What was used last, what was changed last, then by name. */
function byUse(a: Found, b: Found, recent: ReadonlySet<string>): number {
  const uses = [...recent];
  const used = uses.indexOf(b.path) - uses.indexOf(a.path);
  return used || b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1);
}

async function entriesIn(folder: string, prefix: string): Promise<readonly Found[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const shown = entries.filter((entry) => !entry.isDirectory() || isOpen(entry.name));
  return Promise.all(
    shown.map(async (entry) => {
      const look = await stat(join(folder, entry.name)).catch(() => null);
      const isFolder = look?.isDirectory() === true;
      const path = `${prefix}${entry.name}${isFolder ? "/" : ""}`;
      return { path, folder: isFolder, mtimeMs: look?.mtimeMs ?? 0 };
    }),
  );
}

/** Breadth first, so that what lies near is found in large trees. Links are not followed. */
async function filesBelow(folder: string, prefix: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  const waiting = [{ at: folder, prefix }];
  let walked = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const entries = await readdir(next.at, { withFileTypes: true }).catch(() => []);
    for (const { name, ...entry } of entries.map((one) => entryOf(one))) {
      const path = `${next.prefix}${name}`;
      if (entry.folder) {
        if (isOpen(name)) waiting.push({ at: join(next.at, name), prefix: `${path}/` });
        continue;
      }
      if (++walked > MOST_WALKED) return found;
      const look = await stat(join(next.at, name)).catch(() => null);
      found.push({ path, folder: false, mtimeMs: look?.mtimeMs ?? 0 });
    }
  }
  return found;
}

type Entry = { readonly name: string; isDirectory(): boolean };

function entryOf(entry: Entry): { readonly name: string; readonly folder: boolean } {
  return { name: entry.name, folder: entry.isDirectory() };
}

/** Folders that begin with a dot are left out, files are not. */
function isOpen(name: string): boolean {
  return !name.startsWith(".") && !isSkippedFolder(name);
}

async function leadsInside(path: string, root: string): Promise<boolean> {
  const [real, top] = await Promise.all([
    realpath(path).catch(() => null),
    realpath(root).catch(() => root),
  ]);
  return real !== null && isInside(top, real);
}
