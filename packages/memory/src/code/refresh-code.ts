import { inTransaction } from "@squire/platform";
import type { MemoryIndex } from "../index/memory-index.ts";
import { codeChunks } from "../chunk/code-chunks.ts";
import type { Chunk, Source } from "../index/source.ts";
import { isWorthIndexing, isWritten } from "./code-files.ts";
import type { CodeFiles, FileStamp } from "./code-files.ts";
import { contentOf, hashOf, knownFrom, stampOf } from "./stamp.ts";

export type RefreshProgress = { readonly done: number; readonly total: number };

export type RefreshCodeOptions = {
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Read every file again, whatever its time says. */
  readonly force?: boolean;
  readonly progress?: (progress: RefreshProgress) => void;
};

export type RefreshReport = {
  /** In the index now. */
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
  /** More files than are taken. */
  readonly tooMany: boolean;
};

export const MOST_FILES = 50_000;
/** Kept at once: whoever stops loses no more. */
const BATCH = 20;
/** So many are looked at before others get their turn. */
const LOOKED = 500;
/** A file that was changed this shortly before it was read may have been changed again in the same tick. */
const SAME_TICK_MS = 2_000;

type Job = { readonly path: string; readonly stamp: FileStamp };

/**
 * Brings the words of the index up to date: what is new or changed is read and divided, what is gone is dropped. A
 * file whose time and size are as before is not opened. What is done is kept, also when the signal ends it: then it
 * throws. Vectors are made afterwards.
 */
export async function refreshCode(
  index: MemoryIndex,
  files: CodeFiles,
  options: RefreshCodeOptions,
): Promise<RefreshReport> {
  const { signal, progress } = options;
  const listed = await files.list(signal);
  signal.throwIfAborted();
  const known = knownFiles(index);
  const jobs: Job[] = [];
  const there = new Set<string>();
  for (const [at, path] of listed.slice(0, MOST_FILES).entries()) {
    if (at % LOOKED === LOOKED - 1) await pause(signal);
    const stamp = files.look(path);
    if (stamp === null || !isWorthIndexing(path, stamp.bytes)) continue;
    there.add(path);
    if (options.force === true || !isAsBefore(known.get(path), stamp)) jobs.push({ path, stamp });
  }
  const removed = dropAll(
    index,
    [...known.keys()].filter((path) => !there.has(path)),
  );
  let changed = 0;
  for (let at = 0; at < jobs.length; at += BATCH) {
    signal.throwIfAborted();
    changed += await takeIn(index, files, { jobs: jobs.slice(at, at + BATCH), now: options.now });
    progress?.({ done: Math.min(at + BATCH, jobs.length), total: jobs.length });
  }
  return { files: there.size, changed, removed, tooMany: listed.length > MOST_FILES };
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
  signal.throwIfAborted();
}

type KnownFile = { readonly stamp: string; readonly indexedAt: number };

function knownFiles({ database }: MemoryIndex): ReadonlyMap<string, KnownFile> {
  const rows = database.prepare("SELECT path, hash, indexed_at FROM files").all();
  return new Map(
    rows.map(({ path, hash, indexed_at: at }) => [
      String(path),
      { stamp: knownFrom(String(hash)).stamp, indexedAt: Number(at) },
    ]),
  );
}

function isAsBefore(known: KnownFile | undefined, stamp: FileStamp): boolean {
  if (known === undefined || known.stamp !== stampOf(stamp)) return false;
  return stamp.modifiedMs < known.indexedAt - SAME_TICK_MS;
}

function dropAll(index: MemoryIndex, paths: readonly string[]): number {
  return paths.filter((path) => index.writer.remove(path)).length;
}

/** Reads some files and puts them into the index together. Resolves with how many are other than before. */
export async function takeIn(
  index: MemoryIndex,
  files: CodeFiles,
  { jobs, now }: { readonly jobs: readonly Job[]; readonly now: () => number },
): Promise<number> {
  const read = (await Promise.all(jobs.map((job) => readJob(files, job)))).flat();
  const puts: (readonly [Source, readonly Chunk[]])[] = [];
  const same: Job[] = [];
  for (const { path, stamp, text } of read) {
    const before = index.hashOf(path);
    const content = text ?? "";
    if (before !== null && knownFrom(before).content === contentOf(content)) {
      same.push({ path, stamp });
      continue;
    }
    const hash = hashOf(content, stamp);
    // What is no text or was not written keeps a place without words, so that it is not opened every time.
    const chunks = text === null || !isWritten(text) ? [] : codeChunks(path, text);
    puts.push([
      { path, kind: "code", title: path, hash, project: null, at: Math.floor(stamp.modifiedMs) },
      chunks,
    ]);
  }
  const changed = index.writer.putAll(puts);
  noteTimes(index, same, now());
  return changed;
}

type ReadJob = Job & { readonly text: string | null };

/** None when it could not be read: nothing is noted of it, so that the next time tries again. */
async function readJob(files: CodeFiles, job: Job): Promise<readonly ReadJob[]> {
  try {
    return [{ ...job, text: await files.read(job.path) }];
  } catch {
    return [];
  }
}

/** The same content at another time: only the time is new. */
function noteTimes({ database }: MemoryIndex, jobs: readonly Job[], at: number): void {
  if (jobs.length === 0) return;
  const select = database.prepare("SELECT hash FROM files WHERE path = ?");
  const update = database.prepare("UPDATE files SET hash = ?, indexed_at = ? WHERE path = ?");
  inTransaction(database, () => {
    for (const { path, stamp } of jobs) {
      const hash = select.get(path)?.["hash"];
      if (typeof hash !== "string") continue;
      update.run(`${knownFrom(hash).content} ${stampOf(stamp)}`, at, path);
    }
  });
}
