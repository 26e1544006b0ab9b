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

  /** `folder` is where the locks are kept: one for each root. */
  constructor(folder: string, roots: readonly string[]) {
    // In one order, so that two who share several roots cannot wait for each other.
    this.#locks = [...new Set(roots)].sort().map((root) => {
      const name = createHash("sha256").update(root).digest("hex").slice(0, 24);
      return openFileLock(join(folder, `${name}.lock`));
    });
  }

  /** Without waiting: false when somebody is cleaning up just now. */
  takeNow(): boolean {
    if (!this.#held) {
      this.#held = this.#locks.every((lock) => lock.take("shared"));
      if (!this.#held) this.#releaseAll();
    }
    return this.#held;
  }

  async take(): Promise<void> {
    if (this.#held) return;
    for (const lock of this.#locks) await lock.wait("shared", WAIT_MS);
    this.#held = true;
  }

  /** Leaves; `cleanUp` runs if nobody else is present, and nobody can come while it runs. */
  async leave(cleanUp: () => void): Promise<void> {
    this.#releaseAll();
    try {
      for (const lock of this.#locks) if (!(await lock.wait("alone", LAST_TRIES_MS))) return;
      cleanUp();
    } finally {
      this.#releaseAll();
    }
  }

  #releaseAll(): void {
    this.#held = false;
    for (const lock of this.#locks) lock.release();
  }

  [Symbol.dispose](): void {
    for (const lock of this.#locks) lock[Symbol.dispose]();
  }
}
