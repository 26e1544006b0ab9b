import type { UserContent } from "@squire/protocol";

/** What became of an image that was dropped, pasted or named. */
export type LoadedImage =
  | {
      readonly ok: true;
      readonly content: readonly UserContent[];
      /** What the user should know. */
      readonly note: string | null;
    }
  | { readonly ok: false; readonly why: string | null };

/** Images whose marks stand in the prompt, by their keys. They are large: what is sent is let go. */
export class AttachedImages {
  readonly #images = new Map<string, Promise<LoadedImage>>();
  #adopted = 0;

  /** Begins to read; whoever sends meanwhile waits for it. `load` must not reject. */
  start(key: string, load: () => Promise<LoadedImage>): Promise<LoadedImage> {
    const loading = load();
    this.#images.set(key, loading);
    return loading;
  }

  /** One that was in a message already; gives its key. */
  adopt(content: readonly UserContent[]): string {
    this.#adopted += 1;
    const key = `adopted-${this.#adopted}`;
    this.#images.set(key, Promise.resolve({ ok: true, content, note: null }));
    return key;
  }

  async get(key: string): Promise<LoadedImage> {
    return (await this.#images.get(key)) ?? { ok: false, why: null };
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#images.delete(key);
  }
}
