import { findQuote } from "@squire/ranking";
import { checkQuote } from "../evidence/check-quote.ts";
import type { EvidenceNote } from "../evidence/note.ts";
import type { OpenedSource, SourceStore, StoredSource } from "../sources/source.ts";
import { SourceBook } from "../sources/source-book.ts";

export type NotebookPorts = {
  readonly store: SourceStore;
  /** Resolves when the log has the note (RES-15). */
  readonly record: (note: EvidenceNote) => Promise<void>;
};

export type NewNote = {
  readonly claim: string;
  readonly quote: string;
  /** An address or a path, as it was shown. */
  readonly source: string;
};

export type Noted =
  | { readonly type: "noted"; readonly note: EvidenceNote }
  | { readonly type: "unopened"; readonly opened: readonly string[] }
  | { readonly type: "missing"; readonly place: string; readonly nearest: string | null };

/** What a search brought up, best first. */
export type Found = { readonly query: string; readonly places: readonly string[] };

/** All that one piece of research has found so far. */
export class Notebook {
  readonly #ports: NotebookPorts;
  #sources: SourceBook;
  #notes: EvidenceNote[] = [];
  #found: Found[] = [];
  #searches = 0;

  constructor(ports: NotebookPorts) {
    this.#ports = ports;
    this.#sources = new SourceBook(ports.store);
  }

  get notes(): readonly EvidenceNote[] {
    return this.#notes;
  }

  get sources(): SourceBook {
    return this.#sources;
  }

  get searches(): number {
    return this.#searches;
  }

  get found(): readonly Found[] {
    return this.#found;
  }

  /** Another question: what was found for the last one is in its report. */
  begin(): void {
    this.#sources = new SourceBook(this.#ports.store);
    this.#notes = [];
    this.#found = [];
    this.#searches = 0;
  }

  /** What an earlier turn has found and nobody has written up (RES-14). */
  restore(notes: readonly EvidenceNote[]): void {
    this.#notes = [...notes];
    for (const { source } of notes) this.#sources.restore(source);
  }

  countSearch(): void {
    this.#searches++;
  }

  noteFound(found: Found): void {
    this.#found.push(found);
  }

  open(source: OpenedSource): void {
    this.#sources.open(source);
  }

  /** Keeps a claim with the words that back it; only words that stand in what was opened. */
  async note({ claim, quote, source }: NewNote): Promise<Noted> {
    const opened = this.#sources.find(source);
    if (opened === null) {
      return { type: "unopened", opened: this.#sources.opened().map(({ place }) => place) };
    }
    const stored = await this.#sources.keep(opened);
    const checked = checkQuote(stored.text, quote);
    if (checked.start === null || checked.end === null) {
      return { type: "missing", place: stored.place, nearest: nearest(stored, quote) };
    }
    const known = this.#notes.find(
      (one) => one.source.id === stored.id && one.start === checked.start && one.claim === claim,
    );
    if (known !== undefined) return { type: "noted", note: known };
    const note: EvidenceNote = {
      n: this.#notes.length + 1,
      claim,
      // The words of the source, not those that somebody typed.
      quote: stored.text.slice(checked.start, checked.end),
      source: stored,
      start: checked.start,
      end: checked.end,
      status: "verified",
    };
    this.#notes.push(note);
    await this.#ports.record(note);
    return { type: "noted", note };
  }
}

const NEAREST_CHARS = 400;

/** Words around the longest beginning or end of the quote that stands there. */
function nearest({ text }: StoredSource, quote: string): string | null {
  const words = quote.split(/\s+/).filter((word) => word !== "");
  for (let size = words.length - 1; size >= 3; size = Math.floor(size * 0.7)) {
    for (const part of [words.slice(0, size), words.slice(-size)]) {
      const found = findQuote(text, part.join(" "));
      if (found?.how !== "exact") continue;
      const middle = (found.start + found.end) / 2;
      const from = Math.max(0, Math.floor(middle - NEAREST_CHARS / 2));
      return text
        .slice(from, from + NEAREST_CHARS)
        .replaceAll(/\s+/g, " ")
        .trim();
    }
  }
  return null;
}
