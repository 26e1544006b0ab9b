import { openFileLock } from "@squire/platform";
import type { FileLock } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import { EmbedError } from "../embed/embedder.ts";
import { searchIndex } from "../search/search.ts";
import type { Hit, SearchOptions } from "../search/search.ts";
import { DAMAGED, DELETED, isBroken, removeDatabase } from "./database.ts";
import type { Notice } from "./database.ts";
import { forgottenIn } from "./forgotten.ts";
import { inodeOf, openParts } from "./index-parts.ts";
import type { IndexParts, IndexPlace } from "./index-parts.ts";
import { countWaiting, embedWaiting } from "./embed-waiting.ts";
import type { EmbedWaitingOptions } from "./embed-waiting.ts";
import { storedChunk, storedSource } from "./stored-chunk.ts";
import type { SourceKind, StoredChunk } from "./source.ts";
import type { VectorStore } from "./vector-store.ts";
import type { IndexWriter } from "./writer.ts";

export type MemoryIndexOptions = IndexPlace & {
  /** False: one that is damaged or deleted while it is open is left to whoever opened it. */
  readonly mends?: boolean;
};

export type { Notice };

export type EmbedOptions = Omit<EmbedWaitingOptions, "now"> & {
  /** For another process that embeds, until it is done. */
  readonly waits?: boolean;
};

/** Opens or makes the index. What is missing is told, and left out; throws where another process holds it too long. */
export function openMemoryIndex(options: MemoryIndexOptions): MemoryIndex {
  return new MemoryIndex(options);
}

/**
 * Everything that can be found again, in one SQLite file (MEM-12). One that is damaged or deleted while it is open is
 * made again, and that is told: it can be filled from sessions and notes.
 */
export class MemoryIndex implements Disposable {
  readonly writer: IndexWriter;
  readonly #options: MemoryIndexOptions;
  #parts: IndexParts;
  /** Told once. */
  #isWordsOnly: boolean;

  constructor(options: MemoryIndexOptions) {
    this.#options = options;
    this.#isWordsOnly = options.embedder === null;
    this.#parts = openParts(options);
    const { vectors, isReadOnly } = this.#parts;
    if (vectors.lacksLibrary && !isReadOnly) options.notice(NO_LIBRARY);
    this.writer = {
      put: (source, chunks) => this.#whole(({ writer }) => writer.put(source, chunks)),
      putAll: (sources) => this.#whole(({ writer }) => writer.putAll(sources)),
      again: (read) => this.#whole(({ writer }) => writer.again(read)),
      remove: (path) => this.#whole(({ writer }) => writer.remove(path)),
      forget: (path) => this.#whole(({ writer }) => writer.forget(path)),
    };
  }

  /** Of this moment: another one takes its place when it is damaged. */
  get database(): DatabaseSync {
    return this.#parts.database;
  }

  get vectors(): VectorStore {
    return this.#parts.vectors;
  }

  /** What is taken in is there the next time as well. */
  get isKept(): boolean {
    return this.#parts.inode !== null;
  }

  /** It can be searched, and nothing else. */
  get isReadOnly(): boolean {
    return this.#parts.isReadOnly;
  }

  /** False: its file was deleted since it was opened, or another one lies there. */
  get isInPlace(): boolean {
    return !this.isKept || inodeOf(this.#options.path) === this.#parts.inode;
  }

  /**
   * Gives what has none its vector. Resolves with how many were made; with 0 where there is no model, and where
   * another process is at it unless `waits`.
   */
  async embed({ waits = false, ...options }: EmbedOptions = {}): Promise<number> {
    const { embedder, now, path } = this.#options;
    if (embedder === null || this.#isWordsOnly || this.waiting === 0) return 0;
    const parts = this.#parts;
    if (parts.isReadOnly) return 0;
    using lock = parts.inode === null ? null : openFileLock(`${path}.lock`);
    if (lock !== null && !(await taken(lock, waits, options.signal))) return 0;
    try {
      return await embedWaiting(parts.database, parts.vectors, embedder, { ...options, now });
    } catch (error) {
      // Another file has taken its place meanwhile: what waits there is for the next time.
      if (this.#parts !== parts || this.#isMended(error)) return 0;
      return this.#giveUp(error) ?? 0;
    }
  }

  /**
   * Makes words and vectors again from the pieces, all or nothing; vectors come from the cache. What can be read again
   * is taken for changed, so that the next refresh reads it.
   */
  reindex(): void {
    this.writer.again(() => {
      const files = this.database.prepare("SELECT * FROM files ORDER BY id").all();
      return files.map(storedSource).map((source) => {
        const hash = READ_AGAIN.has(source.kind) ? "" : source.hash;
        return [{ ...source, hash }, this.chunksOf(source.path)];
      });
    });
  }

  /** Of a source as it was indexed; null: it is not there. Asked for each of many: the file is not looked at for it. */
  hashOf(path: string): string | null {
    const select = "SELECT hash FROM files WHERE path = ?";
    const row = this.#mending(({ database }) => database.prepare(select).get(path));
    return row === undefined ? null : String(row["hash"]);
  }

  /** Whether the user wants it no more as it is; what changed since is something else. */
  isForgotten(path: string, hash: string): boolean {
    const row = this.database.prepare("SELECT hash FROM forgotten WHERE path = ?").get(path);
    return row?.["hash"] === hash;
  }

  pathsOf(kind: SourceKind): readonly string[] {
    const select = "SELECT path FROM files WHERE kind = ?";
    const rows = this.#whole(({ database }) => database.prepare(select).all(kind));
    return rows.map(({ path }) => String(path));
  }

  /** The pieces of one source, in order. */
  chunksOf(path: string): readonly StoredChunk[] {
    const rows = this.database
      .prepare("SELECT * FROM chunks WHERE file_path = ? ORDER BY seq")
      .all(path);
    return rows.map(storedChunk);
  }

  /** How many have no vector yet. */
  get waiting(): number {
    return this.#whole(({ database }) => countWaiting(database));
  }

  /** Rejects with the reason of the signal. */
  async search(
    text: string,
    { signal, ...options }: Omit<SearchOptions, "vector"> & { readonly signal?: AbortSignal },
  ): Promise<readonly Hit[]> {
    const vector = await this.#vectorOf(text, signal);
    signal?.throwIfAborted();
    return this.#whole((parts) => searchIndex(parts, text, { ...options, vector }));
  }

  /** By words alone, at once: nothing is loaded for it. */
  searchWords(text: string, options: Omit<SearchOptions, "vector">): readonly Hit[] {
    return this.#whole((parts) => searchIndex(parts, text, { ...options, vector: null }));
  }

  [Symbol.dispose](): void {
    if (this.database.isOpen) this.database.close();
  }

  async #vectorOf(text: string, signal?: AbortSignal): Promise<Float32Array | null> {
    const { embedder } = this.#options;
    if (embedder === null || this.#isWordsOnly || text.trim() === "") return null;
    if (this.#parts.isOfOther) return null;
    try {
      const options = { urgent: true, ...(signal === undefined ? {} : { signal }) };
      return (await embedder.embed([text], options))[0] ?? null;
    } catch (error) {
      // The model is as good as before.
      signal?.throwIfAborted();
      return this.#giveUp(error);
    }
  }

  /** Without the model words are enough to go on. */
  #giveUp(error: unknown): null {
    if (!(error instanceof EmbedError)) throw error;
    this.#isWordsOnly = true;
    this.#options.notice(error.message);
    return null;
  }

  /** Does something with a database that is whole and where it should be; with a new one where it is not. */
  #whole<T>(run: (parts: IndexParts) => T): T {
    this.#findAgain();
    return this.#mending(run);
  }

  #mending<T>(run: (parts: IndexParts) => T): T {
    try {
      return run(this.#parts);
    } catch (error) {
      if (!this.#isMended(error)) throw error;
      return run(this.#parts);
    }
  }

  /** Somebody deleted the file, or another process has put another in its place. */
  #findAgain(): void {
    const { path, notice, mends = true } = this.#options;
    if (!mends || !this.database.isOpen || this.isInPlace) return;
    if (inodeOf(path) === null) notice(DELETED);
    this.#openAgain();
  }

  /** False: it is no damage, or none of ours to mend. */
  #isMended(error: unknown): boolean {
    const { path, notice, mends = true } = this.#options;
    if (!mends || !isBroken(error) || !this.isKept || this.#parts.isReadOnly) return false;
    notice(DAMAGED);
    // Another process may have done it already.
    if (this.isInPlace) removeDatabase(path);
    this.#openAgain();
    return true;
  }

  /** The old one is closed last: where this fails, it is tried again the next time. */
  #openAgain(): void {
    const { database } = this.#parts;
    this.#parts = openParts(this.#options, forgottenIn(database));
    database.close();
  }
}

/** The others were added by hand: they are nowhere else. */
const READ_AGAIN: ReadonlySet<SourceKind> = new Set(["session", "note"]);
const LOOK_AGAIN_MS = 500;
const NO_LIBRARY =
  "sqlite-vec cannot be loaded; vectors are compared in process, which takes longer where there are many.";

/** One process embeds at a time: two would do the same work twice. */
async function taken(lock: FileLock, waits: boolean, signal?: AbortSignal): Promise<boolean> {
  if (!waits) return lock.take("alone");
  while (!(await lock.wait("alone", LOOK_AGAIN_MS))) signal?.throwIfAborted();
  return true;
}
