import { openFileLock } from "@squire/platform";
import type { FileLock } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import { EmbedError } from "../embed/embedder.ts";
import type { Embedder } from "../embed/embedder.ts";
import { searchIndex } from "../search/search.ts";
import type { Hit, SearchOptions } from "../search/search.ts";
import { openIndexDatabase } from "./database.ts";
import type { Notice } from "./database.ts";
import { countWaiting, embedWaiting } from "./embed-waiting.ts";
import type { EmbedWaitingOptions } from "./embed-waiting.ts";
import { storedChunk, storedSource } from "./stored-chunk.ts";
import type { SourceKind, StoredChunk } from "./source.ts";
import { leaveBehind, openVectorStore } from "./vector-store.ts";
import type { VectorStore } from "./vector-store.ts";
import { indexWriter } from "./writer.ts";
import type { IndexWriter } from "./writer.ts";

export type MemoryIndexOptions = {
  readonly path: string;
  /** Null: by words alone. */
  readonly embedder: Embedder | null;
  /** sqlite-vec's library; null where there is none. */
  readonly vectorLibrary: string | null;
  readonly now: () => number;
  /** Told, a line each, what is less than it could be. */
  readonly notice: Notice;
};

export type { Notice };

export type EmbedOptions = Omit<EmbedWaitingOptions, "now"> & {
  /** For another process that embeds, until it is done. */
  readonly waits?: boolean;
};

/** Opens or makes the index. Never throws: what is missing is told, and left out. */
export function openMemoryIndex(options: MemoryIndexOptions): MemoryIndex {
  const database = openIndexDatabase(options.path, options.notice);
  return new MemoryIndex(database, options);
}

/** Everything that can be found again, in one SQLite file (MEM-12). */
export class MemoryIndex implements Disposable {
  readonly database: DatabaseSync;
  readonly writer: IndexWriter;
  readonly vectors: VectorStore;
  readonly #options: MemoryIndexOptions;
  /** Told once. */
  #isWordsOnly: boolean;

  constructor(database: DatabaseSync, options: MemoryIndexOptions) {
    this.database = database;
    this.#options = options;
    this.#isWordsOnly = options.embedder === null;
    // First: the store takes over only what can be compared.
    this.#keepToModel();
    const dimensions = options.embedder?.dimensions ?? 0;
    this.vectors = openVectorStore(database, dimensions, options.vectorLibrary);
    this.writer = indexWriter(database, this.vectors, options.now);
  }

  /**
   * Gives what has none its vector. Resolves with how many were made; with 0 where there is no model, and where
   * another process is at it unless `waits`.
   */
  async embed({ waits = false, ...options }: EmbedOptions = {}): Promise<number> {
    const { embedder, now, path } = this.#options;
    if (embedder === null || this.#isWordsOnly || this.waiting === 0) return 0;
    using lock = path === ":memory:" ? null : openFileLock(`${path}.lock`);
    if (lock !== null && !(await taken(lock, waits, options.signal))) return 0;
    try {
      return await embedWaiting(this.database, this.vectors, embedder, { ...options, now });
    } catch (error) {
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

  /** Of a source as it was indexed; null: it is not there. */
  hashOf(path: string): string | null {
    const row = this.database.prepare("SELECT hash FROM files WHERE path = ?").get(path);
    return row === undefined ? null : String(row["hash"]);
  }

  /** Whether the user wants it no more as it is; what changed since is something else. */
  isForgotten(path: string, hash: string): boolean {
    const row = this.database.prepare("SELECT hash FROM forgotten WHERE path = ?").get(path);
    return row?.["hash"] === hash;
  }

  pathsOf(kind: SourceKind): readonly string[] {
    const rows = this.database.prepare("SELECT path FROM files WHERE kind = ?").all(kind);
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
    return countWaiting(this.database);
  }

  /** Rejects with the reason of the signal. */
  async search(
    text: string,
    { signal, ...options }: Omit<SearchOptions, "vector"> & { readonly signal?: AbortSignal },
  ): Promise<readonly Hit[]> {
    const vector = await this.#vectorOf(text, signal);
    signal?.throwIfAborted();
    return searchIndex(this, text, { ...options, vector });
  }

  /** By words alone, at once: nothing is loaded for it. */
  searchWords(text: string, options: Omit<SearchOptions, "vector">): readonly Hit[] {
    return searchIndex(this, text, { ...options, vector: null });
  }

  [Symbol.dispose](): void {
    if (this.database.isOpen) this.database.close();
  }

  async #vectorOf(text: string, signal?: AbortSignal): Promise<Float32Array | null> {
    const { embedder } = this.#options;
    if (embedder === null || this.#isWordsOnly || text.trim() === "") return null;
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

  /** Vectors of another model cannot be compared. */
  #keepToModel(): void {
    const { embedder } = this.#options;
    if (embedder === null) return;
    const known = this.database.prepare("SELECT value FROM meta WHERE key = 'model'").get()?.[
      "value"
    ];
    if (known === embedder.name) return;
    if (known !== undefined) {
      this.database.exec("UPDATE chunks SET embedding = NULL; DELETE FROM embedding_cache");
      leaveBehind(this.database);
    }
    this.database.prepare("INSERT OR REPLACE INTO meta VALUES ('model', ?)").run(embedder.name);
  }
}

/** The others were added by hand: they are nowhere else. */
const READ_AGAIN: ReadonlySet<SourceKind> = new Set(["session", "note"]);
const LOOK_AGAIN_MS = 500;

/** One process embeds at a time: two would do the same work twice. */
async function taken(lock: FileLock, waits: boolean, signal?: AbortSignal): Promise<boolean> {
  if (!waits) return lock.take("alone");
  while (!(await lock.wait("alone", LOOK_AGAIN_MS))) signal?.throwIfAborted();
  return true;
}
