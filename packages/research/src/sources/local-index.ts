import { bm25, sentences } from "@squire/ranking";
import type { Bm25 } from "@squire/ranking";

/** A document that can be searched without a network. */
export type LocalDocument = {
  readonly kind: "file" | "session";
  /** A path as it is shown, or `session://<id>`. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
  /** Somebody else may have written it: it is read as data, and taints what comes after (PERM-16). */
  readonly foreign: boolean;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly changedAt: number;
};

export type LocalHit = {
  readonly document: LocalDocument;
  readonly score: number;
  /** The part of it that fits best, as offsets. */
  readonly start: number;
  readonly end: number;
};

const PASSAGE_CHARS = 1_200;
/** The title says what a document is about. */
const TITLE_WEIGHT = 2;
const MOST_PASSAGES = 400;

/** Documents in memory, ranked by BM25. Same documents, same answers. */
export class LocalIndex {
  readonly documents: readonly LocalDocument[];
  #ranker: Bm25 | null = null;

  constructor(documents: readonly LocalDocument[]) {
    this.documents = documents;
  }

  search(query: string, k: number): readonly LocalHit[] {
    this.#ranker ??= bm25(this.documents.map(weighted));
    return this.#ranker.search(query, k).flatMap(({ index, score }) => {
      const document = this.documents[index];
      return document === undefined ? [] : [{ document, score, ...bestPassage(document, query) }];
    });
  }

  find(place: string): LocalDocument | null {
    const exact = this.documents.find((document) => document.place === place);
    if (exact !== undefined) return exact;
    const near = this.documents.filter(
      (document) => document.place.endsWith(`/${place}`) || document.title === place,
    );
    return near.length === 1 ? (near[0] ?? null) : null;
  }
}

function weighted({ title, text }: LocalDocument): string {
  return `${`${title}\n`.repeat(TITLE_WEIGHT)}${text}`;
}

type Part = { readonly start: number; readonly end: number };

/** A short document is shown whole; of a long one the part that fits the query best. */
function bestPassage({ text }: LocalDocument, query: string): Part {
  if (text.length <= PASSAGE_CHARS) return { start: 0, end: text.length };
  const parts = passagesOf(text);
  const [best] = bm25(parts.map(({ start, end }) => text.slice(start, end))).search(query, 1);
  return parts[best?.index ?? 0] ?? { start: 0, end: PASSAGE_CHARS };
}

/** Sentences in a row, as many as a passage takes. */
function passagesOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let open: { start: number; end: number } | null = null;
  const head = text.slice(0, PASSAGE_CHARS * MOST_PASSAGES);
  for (const { start, end } of sentences(head)) {
    if (open !== null && end - open.start <= PASSAGE_CHARS) open.end = end;
    else {
      if (open !== null) parts.push(open);
      open = { start, end: Math.min(end, start + PASSAGE_CHARS * 2) };
    }
  }
  if (open !== null) parts.push(open);
  return parts;
}
