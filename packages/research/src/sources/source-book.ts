import { canonicalUrl } from "./canonical-url.ts";
import type { OpenedSource, SourceStore, StoredSource } from "./source.ts";

/** Every source of a piece of research, each once (RES-9). */
export class SourceBook {
  readonly #store: SourceStore;
  readonly #opened = new Map<string, OpenedSource>();
  readonly #stored = new Map<string, StoredSource>();

  constructor(store: SourceStore) {
    this.#store = store;
  }

  /** A page that is opened again replaces what was opened before; what is stored stays. */
  open(source: OpenedSource): void {
    this.#opened.set(sourceId(source.place), source);
  }

  /** Those that may be quoted, in the order they were first opened. */
  opened(): readonly OpenedSource[] {
    return [...this.#opened.values()];
  }

  /** A source that earlier work has stored. */
  restore(source: StoredSource): void {
    this.#opened.set(source.id, source);
    this.#stored.set(source.id, source);
  }

  stored(): readonly StoredSource[] {
    return [...this.#stored.values()];
  }

  /** By its address, by its path, or by the end of its path where only one has it. */
  find(reference: string): OpenedSource | null {
    const wanted = reference.trim().replace(/^<|>$/g, "");
    const exact = this.#opened.get(sourceId(wanted));
    if (exact !== undefined) return exact;
    const path = wanted.replace(/:\d+(?:-\d+)?$/, "").replace(/^\.\//, "");
    const known = this.#opened.get(path);
    if (known !== undefined) return known;
    const near = this.opened().filter(
      ({ place, title }) => place.endsWith(`/${path}`) || title === wanted,
    );
    return near.length === 1 ? (near[0] ?? null) : null;
  }

  /** Kept from now on: something of it is quoted. */
  async keep(source: OpenedSource): Promise<StoredSource> {
    const id = sourceId(source.place);
    const kept = this.#stored.get(id);
    if (kept !== undefined && kept.fetchedAt === source.fetchedAt) return kept;
    const stored = { ...source, id, ...(await this.#store.keep(source)) };
    this.#stored.set(id, stored);
    return stored;
  }
}

export function sourceId(place: string): string {
  return canonicalUrl(place);
}
