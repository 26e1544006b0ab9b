/** The packaged table as it is stored; `indexCatalogue` turns it into something to ask. */
export type Snapshot = {
  /** The day whose prices are in the table. */
  readonly date: string;
  readonly source: string;
  readonly note: string;
  readonly providers: Readonly<Record<string, SnapshotProvider>>;
};

export type SnapshotProvider = {
  /** Providers whose models it resells at their price. */
  readonly f?: readonly string[];
  readonly models: Readonly<Record<string, SnapshotModel>>;
};

/** Letters instead of words: the table holds more than a thousand of these. */
export type SnapshotModel = {
  /** Name. */
  readonly n?: string;
  /** Context window in tokens. */
  readonly w?: number;
  /** USD per million tokens: input, output, cache read, cache write. */
  readonly i?: number;
  readonly o?: number;
  readonly r?: number;
  readonly c?: number;
  /** The price is a base: more for long prompts or at certain hours. */
  readonly v?: 1;
  /** Other exact ids. */
  readonly a?: readonly string[];
};
