import { inTransaction, isDamage, isSqlite } from "@squire/platform";
import { join } from "node:path";
import { diskCode, ifThere } from "../disk.ts";
import { storageError } from "../log/log-error.ts";
import type { SessionPorts } from "../ports.ts";
import { indexError, makeEmpty, openIndexFile, removeIndexFile } from "./database.ts";
import type { OpenDatabase, OpenedIndex } from "./database.ts";
import { findHits, listRows } from "./lookup.ts";
import type { IndexedSession, ListFilter, SessionHit, SearchOptions } from "./lookup.ts";
import { indexWriter } from "./index-writer.ts";
import { changedFiles, logFiles } from "./log-files.ts";
import { forgetFile, updateFile } from "./update-file.ts";
import type { FindArtifact, IndexParts, LogFile } from "./update-file.ts";

export function indexPath(home: string): string {
  return join(home, "index.db");
}

export type IndexPorts = SessionPorts & {
  readonly openDatabase: OpenDatabase;
  readonly findArtifact?: FindArtifact;
};

export type IndexProgress = {
  readonly files: number;
  readonly filesDone: number;
  /** Of what is not in the index yet. */
  readonly bytesDone: number;
};

export type RefreshOptions = {
  readonly progress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
};

export type RefreshReport = {
  readonly updated: number;
  readonly removed: number;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
};

/** Search over all sessions. A copy of the logs: it may be deleted at any time (SES-12). */
export type SessionIndex = Disposable & {
  /** Takes in what is new in the logs, drops what is gone. Stops between batches when aborted. */
  refresh(options?: RefreshOptions): Promise<RefreshReport>;
  /** As `refresh`, from nothing. */
  rebuild(options?: RefreshOptions): Promise<RefreshReport>;
  /** Any text is a query. What is not in the index yet is not found: `refresh` before. */
  search(query: string, options?: SearchOptions): Promise<readonly SessionHit[]>;
  /** Last used first, from the index alone. */
  list(filter?: ListFilter): Promise<readonly IndexedSession[]>;
  close(): void;
};

const DAMAGED = "The search index was damaged; it is made again from the session logs.";

/** Rejects with a `LogError` when there can be no index. `onNotice` gets what a user should know. */
export async function openIndex(
  ports: IndexPorts,
  home: string,
  onNotice: (message: string) => void = () => undefined,
): Promise<SessionIndex> {
  const path = indexPath(home);
  const opened = await openIndexFile(ports.disk, ports.openDatabase, path, () => onNotice(DAMAGED));
  return new FileIndex(ports, home, onNotice, opened);
}

class FileIndex implements SessionIndex {
  readonly #ports: IndexPorts;
  readonly #home: string;
  readonly #onNotice: (message: string) => void;
  #parts: IndexParts;

  constructor(
    ports: IndexPorts,
    home: string,
    onNotice: (message: string) => void,
    { database }: OpenedIndex,
  ) {
    this.#ports = ports;
    this.#home = home;
    this.#onNotice = onNotice;
    this.#parts = this.#partsOf(database);
  }

  refresh(options: RefreshOptions = {}): Promise<RefreshReport> {
    return this.#healing(() => this.#refresh(options));
  }

  rebuild(options: RefreshOptions = {}): Promise<RefreshReport> {
    return this.#healing(() => {
      const { database } = this.#parts;
      inTransaction(database, () => makeEmpty(database));
      this.#parts = this.#partsOf(database);
      return this.#refresh(options);
    });
  }

  search(query: string, options: SearchOptions = {}): Promise<readonly SessionHit[]> {
    return this.#healing(() => findHits(this.#parts.database, query, options));
  }

  list(filter: ListFilter = {}): Promise<readonly IndexedSession[]> {
    return this.#healing(() => listRows(this.#parts.database, filter));
  }

  close(): void {
    if (this.#parts.database.isOpen) this.#parts.database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Damage that shows only in use costs one rebuilding, not the answer. */
  async #healing<T>(run: () => T | Promise<T>): Promise<T> {
    const path = indexPath(this.#home);
    try {
      return await run();
    } catch (error) {
      if (!isDamage(error)) throw indexError("use", path, error);
    }
    await this.#startAgain(path);
    try {
      await this.#refresh({});
      return await run();
    } catch (error) {
      throw indexError("use", path, error);
    }
  }

  async #startAgain(path: string): Promise<void> {
    const { disk, openDatabase } = this.#ports;
    this.#onNotice(DAMAGED);
    this.close();
    await removeIndexFile(disk, path);
    const { database } = await openIndexFile(disk, openDatabase, path, () => undefined);
    this.#parts = this.#partsOf(database);
  }

  #partsOf(database: IndexParts["database"]): IndexParts {
    const { findArtifact } = this.#ports;
    const parts = { database, writer: indexWriter(database) };
    return findArtifact === undefined ? parts : { ...parts, findArtifact };
  }

  async #refresh({ progress, signal }: RefreshOptions): Promise<RefreshReport> {
    const all = await logFiles(this.#ports, this.#home);
    const removed = this.#forgetAllBut(new Set(all.map(({ path }) => path)));
    const files = await changedFiles(this.#parts, this.#ports.disk, all);
    const problems: { path: string; message: string }[] = [];
    let [updated, bytesDone] = [0, 0];
    for (const [filesDone, file] of files.entries()) {
      signal?.throwIfAborted();
      const onBytes = (bytes: number): void => {
        bytesDone += bytes;
        progress?.({ files: files.length, filesDone, bytesDone });
        signal?.throwIfAborted();
      };
      const result = await this.#update(file, onBytes);
      if (result.kind === "updated") updated++;
      if (result.kind === "problem") problems.push({ path: file.path, message: result.message });
    }
    progress?.({ files: files.length, filesDone: files.length, bytesDone });
    return { updated, removed, problems };
  }

  /** A log that cannot be read is no reason not to find the others. */
  async #update(
    file: LogFile,
    onBytes: (bytes: number) => void,
  ): Promise<Awaited<ReturnType<typeof updateFile>>> {
    try {
      const done = await ifThere(updateFile(this.#parts, this.#ports.disk, file, onBytes));
      return done ?? { kind: "same" };
    } catch (error) {
      if (isSqlite(error) || diskCode(error) === "") throw error;
      return { kind: "problem", message: storageError("read", file.path, error).message };
    }
  }

  #forgetAllBut(paths: ReadonlySet<string>): number {
    const { database } = this.#parts;
    const rows = database.prepare("SELECT path FROM files").all();
    const gone = rows.map(({ path }) => String(path)).filter((path) => !paths.has(path));
    for (const path of gone) forgetFile(database, path);
    return gone.length;
  }
}
