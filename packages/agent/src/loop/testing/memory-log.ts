import { parseEntry } from "@squire/protocol";
import type { Entry, EntryDraft, EntryType, Message } from "@squire/protocol";
import type { LogPort } from "../../tool/pipeline/ports.ts";
import { viewOf } from "./view-of.ts";

const HASH = "0".repeat(64);

/** A log that keeps entries in memory and refuses what the real one could not read back. */
export class MemoryLog implements LogPort {
  readonly entries: Entry[] = [];
  /** Set to make appends fail: called with each draft, an error is thrown. */
  fault: ((draft: EntryDraft) => Error | null) | null = null;
  /** Called with each entry once it is durable. */
  onEntry: ((entry: Entry) => void) | null = null;

  async append<T extends EntryType>(draft: EntryDraft<T>): Promise<Entry<T>> {
    await Promise.resolve();
    const error = this.fault?.(draft) ?? null;
    if (error !== null) throw error;
    const id = `e${this.entries.length + 1}`;
    const parentId = this.entries.at(-1)?.id ?? null;
    const parsed = parseEntry({
      ...(draft as EntryDraft),
      id,
      parentId,
      ts: 1,
      prev: HASH,
      h: HASH,
    });
    if (parsed.kind !== "known") {
      throw new Error(`not an entry: ${JSON.stringify(parsed)} ${JSON.stringify(draft)}`);
    }
    // A log keeps bytes, not objects that somebody may still change.
    const entry = structuredClone(parsed.value);
    this.entries.push(entry);
    this.onEntry?.(entry);
    return entry as Entry<T>;
  }

  /** As `append`: memory has no sync to wait for. */
  stage<T extends EntryType>(draft: EntryDraft<T>): Promise<Entry<T>> {
    return this.append(draft);
  }

  readonly isSynced: boolean = true;

  async flush(): Promise<void> {}

  view(): readonly Message[] {
    return viewOf(this.entries);
  }

  of<T extends EntryType>(type: T): readonly Entry<T>[] {
    return this.entries.filter((entry): entry is Entry<T> => entry.type === type);
  }

  types(): readonly string[] {
    return this.entries.map(({ type }) => type);
  }
}
