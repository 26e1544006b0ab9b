import type { Entry, EntryDraft } from "@squire/protocol";

/** What a rewind takes back: files, what was said, or both (SES-21). */
export type RewindWhat = "code" | "conversation" | "both";

/** What an entry of the log says about a rewind that begins with it. */
export type RewindMark = {
  readonly what: RewindWhat;
  /** The entry of an earlier rewind that this one takes back. */
  readonly undoes?: string;
};

/** The name of the entries that Squire keeps this in. */
const TYPE = "squire.rewind";

/** The topic under which the model is told that files are not as it left them. */
export const NOTE_TOPIC = "rewind";

export function markDraft({ what, undoes }: RewindMark): EntryDraft<"custom"> {
  const data = { what, ...(undoes === undefined ? {} : { undoes }) };
  return { type: "custom", customType: TYPE, data };
}

/** Null for any other entry, also one that only looks like ours: logs can be imported. */
export function readMark(entry: Entry): RewindMark | null {
  if (entry.type !== "custom" || entry.customType !== TYPE) return null;
  const { data } = entry;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const what = WHATS.find((known) => known === Reflect.get(data, "what"));
  const undoes: unknown = Reflect.get(data, "undoes");
  if (what === undefined) return null;
  return { what, ...(typeof undoes === "string" ? { undoes } : {}) };
}

const WHATS: readonly RewindWhat[] = ["code", "conversation", "both"];

export function takesFiles(what: RewindWhat): boolean {
  return what !== "conversation";
}

export function takesTalk(what: RewindWhat): boolean {
  return what !== "code";
}
