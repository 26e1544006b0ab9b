import { createHash } from "node:crypto";
import { lstat, opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { gitNotes } from "./git-notes.ts";
import { readRegular } from "./read-regular.ts";
import { INSTRUCTIONS, NATIVE_FOLDERS, SOURCES, type Influence } from "./sources.ts";

/** A file that would take effect. */
export type Influencer = {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly as: Influence;
  /** Null: it cannot be used, and `problem` says why. */
  readonly sha256: string | null;
  readonly problem: string | null;
};

export type Inspection = {
  /** The real path. */
  readonly root: string;
  /** Sorted by path. */
  readonly influencers: readonly Influencer[];
  /** Texts for the model, for the user to know about; trust is not bound to them. */
  readonly instructions: readonly string[];
  /** What is odd about the folder, besides. */
  readonly notes: readonly string[];
  /** False: there is more than anybody would look at, and it cannot be trusted as it is. */
  readonly complete: boolean;
  /** Of all paths and contents: the same digest, the same effect. */
  readonly digest: string;
};

const MOST_FILES = 2_000;
const MOST_DEPTH = 12;
const MOST_BYTES = 32 * 1024 * 1024;

type Walk = {
  readonly root: string;
  readonly found: Influencer[];
  bytes: number;
  complete: boolean;
};

/**
 * What would take effect in a folder once it is trusted (PERM-17). Looks and reads, within limits;
 * starts nothing, follows no link, and takes nothing it reads for an order.
 */
export async function inspectFolder(folder: string): Promise<Inspection> {
  const root = await realpath(folder);
  const walk: Walk = { root, found: [], bytes: 0, complete: true };
  for (const { name, as } of SOURCES) await visit(walk, name, as, 0);
  const influencers = walk.found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const instructions: string[] = [];
  for (const name of INSTRUCTIONS) if (await isThere(join(root, name))) instructions.push(name);
  return {
    root,
    influencers,
    instructions,
    notes: await gitNotes(root),
    complete: walk.complete,
    digest: digestOf(influencers),
  };
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** One name: a file, or a folder with all that is in it. */
async function visit(walk: Walk, path: string, as: Influence, depth: number): Promise<void> {
  if (walk.found.length >= MOST_FILES || walk.bytes > MOST_BYTES || depth > MOST_DEPTH) {
    walk.complete = false;
    return;
  }
  const absolute = join(walk.root, path);
  const stat = await lstat(absolute).catch(() => null);
  if (stat === null) return;
  if (!stat.isDirectory()) {
    walk.found.push(influencer(walk, path, as));
    return;
  }
  const names = await namesIn(absolute, MOST_FILES - walk.found.length);
  if (names === null) {
    walk.found.push({ path, as, sha256: null, problem: "its folder cannot be read" });
    return;
  }
  walk.complete &&= names.complete;
  for (const name of names.names) {
    const isNative = path === ".squire" && Object.hasOwn(NATIVE_FOLDERS, name);
    await visit(walk, `${path}/${name}`, isNative ? (NATIVE_FOLDERS[name] ?? as) : as, depth + 1);
  }
}

function influencer(walk: Walk, path: string, as: Influence): Influencer {
  const content = readRegular(join(walk.root, path));
  if (content.type === "bytes") {
    walk.bytes += content.bytes.length;
    const sha256 = createHash("sha256").update(content.bytes).digest("hex");
    return { path, as, sha256, problem: null };
  }
  return {
    path,
    as,
    sha256: null,
    problem: content.type === "missing" ? "it was removed" : content.why,
  };
}

/** Not more than anybody would look at: a folder may have millions. Null when it cannot be read. */
async function namesIn(
  folder: string,
  most: number,
): Promise<{ readonly names: readonly string[]; readonly complete: boolean } | null> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (names.length >= most) return { names, complete: false };
      names.push(name);
    }
  } catch {
    return null;
  }
  return { names: names.sort(), complete: true };
}

export function digestOf(influencers: readonly Influencer[]): string {
  const lines = influencers.map(({ path, as, sha256 }) => JSON.stringify([path, as, sha256]));
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
