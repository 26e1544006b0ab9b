import type { Entry, EntryDraft } from "@squire/protocol";

/** The only way to write to a log. Entries get into the file in the order of the calls. */
export type Log = AsyncDisposable & {
  readonly path: string;
  /**
   * Resolves when the entry is durable by the policy of its kind (`durabilityOf`). Rejects with a
   * `LogError` when it is not in the log; what was appended before it was written is then rejected
   * too, and later appends work again as soon as the disk does.
   */
  append<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>>;
  /**
   * Resolves when the entry is written and part of the tree; it becomes durable with the next synced
   * one or at `flush`. For whoever waits for that before telling anybody.
   */
  stage<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>>;
  /** Whether everything that was written survives a power cut. */
  readonly isSynced: boolean;
  /** Resolves when everything appended so far survives a power cut; called at the end of a turn. */
  flush(): Promise<void>;
  /** Flushes, closes and gives the lock back. Later calls are rejected. */
  close(): Promise<void>;
};
