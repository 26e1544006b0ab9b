/** What a text in the index came from. */
export const SOURCE_KINDS = ["session", "note", "fact", "document", "code"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Something that is indexed as a whole and replaced as a whole: a session, a note, a document. */
export type Source = {
  /** Its name in the index; a real path where there is one. */
  readonly path: string;
  readonly kind: SourceKind;
  readonly title: string;
  /** Of its content; the same hash is not indexed again. */
  readonly hash: string;
  /** The root it belongs to; null: to no project. */
  readonly project: string | null;
  /** When it was last changed, in ms. */
  readonly at: number | null;
  /** It holds text from outside, or was written in its sight: never an instruction (S43). Absent: it does not. */
  readonly untrusted?: boolean;
};

/** A piece that is found by itself. */
export type Chunk = {
  readonly text: string;
  /** What the piece is about besides its words: the headings above it. */
  readonly context?: string;
  /** The name somebody else has for it. */
  readonly key?: string;
  readonly speaker?: string;
  /** When it was said, as it was given. */
  readonly at?: string;
  /** The line at which it begins, for files. */
  readonly start?: number;
};

export type StoredChunk = Chunk & {
  readonly id: number;
  readonly path: string;
  readonly seq: number;
};

/** What is embedded: who says it is part of what is said. */
export function embeddingText({ text, context, speaker }: Chunk): string {
  const head = speaker ?? context ?? "";
  return head === "" || text.startsWith(`${head}:`) ? text : `${head}: ${text}`;
}
