import { createHash } from "node:crypto";
import { join } from "node:path";
import { openFileLock, type FileLock } from "@squire/platform";

const WAIT_MS = 2_000;
const LAST_TRIES_MS = 50;

/**
 * Who is working in which folders, across processes. The last one to leave cleans up; one that was
 * killed has left.
 */
export class Presence implements Disposable {
  readonly #locks: readonly FileLock[];
  #held = false;
  /** Coming and leaving, one after the other. */
  #last: Promise<void> = Promise.resolve();
  #busy = 0;

  /** `folder` is where the locks are kept: one for each root. */
  constructor(folder: string, roots: readonly string[]) {
    // In one order, so that two who share several roots cannot wait for each other.
    this.#locks = [...new Set(roots)].sort().map((root) => {
      const name = createHash("sha256").update(root).digest("hex").slice(0, 24);
      return openFileLock(join(folder, `${name}.lock`));
    });
  }

  /** Without waiting: false when somebody comes, leaves or cleans up just now. */
  takeNow(): boolean {
    if (this.#busy > 0 || this.#held) return this.#held;
    this.#held = this.#locks.every((lock) => lock.take("shared"));
    if (!this.#held) this.#releaseAll();
    return this.#held;
  }

  /** Resolves even when the locks cannot be had in time: then names are held all the same. */
  take(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#held) return;
      for (const lock of this.#locks) await lock.wait("shared", WAIT_MS);
      this.#held = true;
    });
  }

  /** Leaves; `cleanUp` runs if nobody else is present, and nobody can come while it runs. */
  leave(cleanUp: () => void): Promise<void> {
    return this.#inTurn(async () => {
      this.#releaseAll();
      try {
        for (const lock of this.#locks) if (!(await lock.wait("alone", LAST_TRIES_MS))) return;
        cleanUp();
      } finally {
        this.#releaseAll();
      }
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#busy++;
    const done = this.#last.then(work).finally(() => this.#busy--);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #releaseAll(): void {
    this.#held = false;
    for (const lock of this.#locks) lock.release();
  }

  [Symbol.dispose](): void {
    for (const lock of this.#locks) lock[Symbol.dispose]();
  }
}
