import type { Entry, EntryDraft } from "@squire/protocol";
import { sealLine } from "./line.ts";
import { LogError } from "./log-error.ts";
import { MAX_LINE_BYTES } from "./split-lines.ts";

/** The end of a log: what the next entry is chained and attached to. */
export type Head = { readonly h: string; readonly leafId: string | null };

export type Stamped = { readonly entry: Entry; readonly bytes: Uint8Array; readonly head: Head };

export type Stamp = {
  readonly id: string;
  readonly ts: number;
  /** Named in the line where it is not that of the file's header. */
  readonly version?: number;
};

/** Gives a draft its place. Throws `invalid` for what could not be read back. */
export function stampEntry(draft: EntryDraft, stamp: Stamp, head: Head): Stamped {
  const { type, ...rest } = draft;
  const { id, ts, version } = stamp;
  const own = version === undefined ? {} : { v: version };
  const place = { id, parentId: head.leafId, ts };
  // An entry that is passed as a draft does not bring its old place along; `h` is added last.
  const content = { type, ...place, ...own, ...rest, ...place, h: undefined, prev: head.h };
  const { bytes, h } = seal(content);
  if (bytes.length > MAX_LINE_BYTES) {
    throw new LogError("invalid", `An entry of ${bytes.length} bytes is too large for the log.`, {
      advice: "Store the content as an artifact and refer to it.",
    });
  }
  const { h: _none, ...stamped } = content;
  // Drafts are typed, so what was just put together is an entry; reading checks it all the same.
  const entry = { ...stamped, h } as Entry;
  return { entry, bytes, head: { h, leafId: leafAfter(entry) } };
}

/** Where the next entry is attached (SES-2). */
export function leafAfter(entry: Entry): string | null {
  return entry.type === "leaf" ? entry.targetId : entry.id;
}

function seal(value: object): ReturnType<typeof sealLine> {
  try {
    return sealLine(value);
  } catch (error) {
    throw notAnEntry("it is not plain JSON", error);
  }
}

function notAnEntry(why: string, cause?: unknown): LogError {
  return new LogError("invalid", `The log refused an entry that it could not read back: ${why}.`, {
    advice: "This is a defect of the program that wrote it; please report it.",
    cause,
  });
}
