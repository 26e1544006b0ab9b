/** What was opened, as it was read: the text that quotes are checked against. */
export type OpenedSource = {
  readonly kind: "web" | "file" | "session";
  /** A web address, a path, or `session://<id>`. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
};

/** A source that is kept: its text can be had again by its hash. */
export type StoredSource = OpenedSource & {
  /** One name for one source: a canonical address or a path. */
  readonly id: string;
  /** SHA-256 of the text, as UTF-8. */
  readonly sha256: string;
  /** Null where nothing is kept on disk. */
  readonly artifactId: string | null;
};

/** Keeps texts. What comes back is what is kept: secrets may have been taken out of it. */
export type SourceStore = {
  keep(source: OpenedSource): Promise<Pick<StoredSource, "text" | "sha256" | "artifactId">>;
};
