/** Turns texts into vectors of length one. What it is made of stays behind it (MEM-14). */
export type Embedder = {
  /** Names the model: vectors of another one cannot be compared and are made again. */
  readonly name: string;
  readonly dimensions: number;
  /** One vector per text, in order. Rejects when it cannot; the index then goes by words alone. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
  close(): void;
};

export type EmbedOptions = {
  readonly signal?: AbortSignal;
  /** Somebody waits for it: it goes before what is indexed in the background. */
  readonly urgent?: boolean;
};

/** There is no model, or it died: the message is for the user. */
export class EmbedError extends Error {
  override readonly name = "EmbedError";
}
