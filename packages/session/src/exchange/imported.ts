import { parseEntry } from "@squire/protocol";
import type { EntryDraft } from "@squire/protocol";
import type { Fields } from "./fields.ts";

/** A draft with its place in the tree it came from. */
export type PlacedDraft = {
  readonly id: string;
  readonly parentId: string | null;
  readonly ts: number;
  readonly draft: EntryDraft;
};

/** Something in the source, by its line, and what is to be said about it. */
export type ImportNote = { readonly line: number; readonly what: string; readonly why: string };

/** Each line of the source is either imported or named in `left`; nothing is dropped in silence. */
export type ImportReport = {
  readonly format: string;
  /** Lines that are not blank. */
  readonly lines: number;
  readonly imported: number;
  readonly left: readonly ImportNote[];
  /** Imported, but not whole, or with less power than it had. */
  readonly changed: readonly ImportNote[];
};

/** What the source says about itself; kept as a note, never acted on. */
export type ImportOrigin = Readonly<Record<string, string>>;

export type Drafts = {
  readonly drafts: readonly PlacedDraft[];
  readonly report: ImportReport;
  readonly origin: ImportOrigin;
  /** For the new session. */
  readonly title: string | null;
};

/** A line of the source. `fields` is null when it is no JSON object. */
export type SourceLine = { readonly line: number; readonly fields: Fields | null };

/** Collects what becomes of a source, line by line. */
export type ImportWalk = {
  readonly format: string;
  readonly ids: () => string;
  readonly drafts: PlacedDraft[];
  readonly left: ImportNote[];
  readonly changed: ImportNote[];
  imported: number;
  lines: number;
  /** The time of the last entry, for those that have none. */
  ts: number;
};

export function startWalk(format: string, ids: () => string): ImportWalk {
  const lists = { drafts: [], left: [], changed: [] };
  return { format, ids, ...lists, imported: 0, lines: 0, ts: 0 };
}

const NO_HASH = "0".repeat(64);

/** Places a draft. Null, and named in the report, when a log would not take it. */
export function place(
  walk: ImportWalk,
  { line }: SourceLine,
  draft: EntryDraft,
  at: { readonly parentId: string | null; readonly id?: string },
): string | null {
  const { parentId, id = walk.ids() } = at;
  const { ts } = walk;
  const parsed = parseEntry({ ...draft, id, parentId, ts, prev: NO_HASH, h: NO_HASH });
  if (parsed.kind !== "known") {
    const why = parsed.kind === "problem" ? parsed.message : "its type is not known";
    walk.left.push({ line, what: draft.type, why });
    return null;
  }
  walk.drafts.push({ id, parentId, ts, draft });
  return id;
}

export function leave(walk: ImportWalk, { line }: SourceLine, what: string, why: string): void {
  walk.left.push({ line, what, why });
}

export function reportOf(walk: ImportWalk): ImportReport {
  const { format, lines, imported, left, changed } = walk;
  return { format, lines, imported, left, changed };
}

/** Milliseconds from an ISO text or a number; undefined for neither. */
export function timeOf(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : value;
  if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0) return undefined;
  return Math.min(Math.floor(ms), 8.64e15);
}
