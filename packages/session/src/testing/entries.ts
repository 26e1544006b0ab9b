import type { Entry, EntryDraft } from "@squire/protocol";
import { stampEntry } from "../log/stamp.ts";
import type { Head } from "../log/stamp.ts";
import type { LogEntry } from "../log/read.ts";

/** Stamps drafts in order, as a log would, without a disk. */
export function stamper(): { add(draft: EntryDraft, parentId?: string | null): Entry } {
  let head: Head = { h: "0".repeat(64), leafId: null };
  let count = 0;
  return {
    add(draft, parentId = head.leafId) {
      const stamp = { id: `e${++count}`, ts: count };
      const stamped = stampEntry(draft, stamp, { ...head, leafId: parentId });
      head = stamped.head;
      return stamped.entry;
    },
  };
}

export function entriesOf(...drafts: readonly EntryDraft[]): readonly Entry[] {
  const log = stamper();
  return drafts.map((draft) => log.add(draft));
}

export function known(value: Entry): LogEntry {
  return { kind: "known", value };
}
