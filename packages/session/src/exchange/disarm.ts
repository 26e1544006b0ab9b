import type { Entry, EntryDraft, JsonValue } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";
import { archivedDraft } from "./foreign-parts.ts";

/**
 * What an entry of somebody else's session may be here. Words and figures stay; what would act, give
 * rights or point to places on this machine is archived: kept, shown to nobody, obeyed by nothing.
 */
export type Disarmed = { readonly draft: EntryDraft; readonly why: string | null };

export type IdOf = (id: string) => string;

const REASONS: Partial<Record<Entry["type"], string>> = {
  approval: "approvals of others do not count here",
  trust_change: "it would change what is done unasked",
  mode_change: "it would change what may be done",
  tools_change: "it would switch tools on",
  queued: "it would be sent by itself",
  snapshot: "its files are not on this machine",
  tool_started: "decisions of others do not count here",
  custom: "it is the state of somebody else's extension",
};

export function disarm(entry: LogEntry, idOf: IdOf): Disarmed {
  if (entry.kind === "unknown") {
    return archived(bare(entry.value), "it was written by a newer version");
  }
  const { value } = entry;
  const reason = REASONS[value.type];
  return reason === undefined ? harmless(value, idOf) : archived(bare(value), reason);
}

function harmless(value: Entry, idOf: IdOf): Disarmed {
  switch (value.type) {
    case "tool_result": {
      const draft = draftOf(value);
      return as({ ...draft, details: { ...draft.details, untrusted: true } });
    }
    case "plan":
      return plan(value);
    case "compaction": {
      const { preserveData: _data, fromExtension: _from, ...draft } = draftOf(value);
      return as({ ...draft, firstKeptId: idOf(value.firstKeptId) });
    }
    case "prune":
      return as({
        ...draftOf(value),
        overlays: value.overlays.map((one) => ({ ...one, entryId: idOf(one.entryId) })),
      });
    case "branch_summary":
      return as({ ...draftOf(value), fromId: idOf(value.fromId) });
    case "label":
      return as({ ...draftOf(value), targetId: idOf(value.targetId) });
    case "leaf": {
      const { targetId } = value;
      return as({ ...draftOf(value), targetId: targetId === null ? null : idOf(targetId) });
    }
    default:
      // Of the types that are left none refers to another entry.
      return as(draftOf(value) as EntryDraft);
  }
}

/** A plan is only a proposal until the user here has agreed to it. */
function plan(value: Entry<"plan">): Disarmed {
  const draft = draftOf(value);
  const isOver = draft.change === "cancelled" || draft.change === "stopped";
  if (isOver || draft.change === "submitted") return as(draft);
  return { draft: { ...draft, change: "submitted" }, why: "a plan must be approved here" };
}

function draftOf<E extends Entry>(value: E): Omit<E, "id" | "parentId" | "ts" | "prev" | "h"> {
  const { id: _id, parentId: _parent, ts: _ts, prev: _prev, h: _h, ...draft } = value;
  // Written by this version now.
  return withoutVersion(draft);
}

function withoutVersion<T extends object>(draft: T): T {
  if (!("v" in draft)) return draft;
  const { v: _v, ...rest } = draft;
  return rest as unknown as T;
}

function bare(value: object): JsonValue {
  const { prev: _prev, h: _h, ...rest } = { prev: null, h: null, ...value };
  // An entry came out of JSON.
  return rest;
}

function archived(data: JsonValue, why: string): Disarmed {
  return { draft: archivedDraft(data), why };
}

function as(draft: EntryDraft): Disarmed {
  return { draft, why: null };
}
