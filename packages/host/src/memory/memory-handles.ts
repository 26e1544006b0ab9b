import type { MemoryIndex } from "@squire/memory";
import type { OpenMemory } from "./open-memory.ts";

export type Opening = (options: { readonly wordsOnly: boolean }) => Promise<OpenMemory | null>;

/** The index of a session, opened when it is first needed. What failed is tried again. */
export class MemoryHandles implements AsyncDisposable {
  readonly #open: Opening;
  #whole: Promise<OpenMemory | null> | null = null;
  #words: Promise<OpenMemory | null> | null = null;

  constructor(open: Opening) {
    this.#open = open;
  }

  /** With vectors. Null: memory is off. */
  async whole(): Promise<MemoryIndex | null> {
    const opening = (this.#whole ??= this.#open({ wordsOnly: false }));
    try {
      return (await opening)?.index ?? null;
    } catch (error) {
      if (this.#whole === opening) this.#whole = null;
      throw error;
    }
  }

  /** To look by words alone: neither the model nor the vector library is loaded for it. */
  async words(): Promise<MemoryIndex | null> {
    if (this.#whole !== null) return this.whole();
    const opening = (this.#words ??= this.#open({ wordsOnly: true }));
    try {
      return (await opening)?.index ?? null;
    } catch (error) {
      if (this.#words === opening) this.#words = null;
      throw error;
    }
  }

  /** What could not be opened need not be closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const opened of await Promise.allSettled([this.#whole, this.#words])) {
      if (opened.status === "fulfilled") opened.value?.[Symbol.dispose]();
    }
  }
}
