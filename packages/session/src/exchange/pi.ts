import { ThinkingLevelSchema } from "@squire/protocol";
import type { EntryDraft, JsonValue } from "@squire/protocol";
import { countAt, fieldsAt, own, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";
import { archivedDraft, usageDraft } from "./foreign-parts.ts";
import { leave, place, reportOf, startWalk, timeOf } from "./imported.ts";
import type { Drafts, ImportOrigin, ImportWalk, SourceLine } from "./imported.ts";
import { piContent, piMessage } from "./pi-message.ts";

/** The entries that a line became. A line without any hands its children on to its parent. */
type Made = { readonly first: string | null; readonly last: string | null };

type PiWalk = ImportWalk & {
  /** By the id that pi gave a line (from its version 2 on). */
  readonly byId: Map<string, Made>;
  /** The first entries of lines by their place among those pi could read, as its version 1 counts. */
  readonly byIndex: { readonly index: number; readonly id: string }[];
  read: number;
  last: string | null;
  origin: ImportOrigin;
  title: string | null;
};

/**
 * The session files of pi: a header, then messages, changes and compactions; a plain list in
 * version 1, a tree since version 2.
 */
export function piDrafts(lines: readonly SourceLine[], ids: () => string): Drafts {
  const walk: PiWalk = {
    ...startWalk("pi", ids),
    byId: new Map(),
    byIndex: [],
    read: 0,
    last: null,
    origin: {},
    title: null,
  };
  for (const source of lines) addLine(walk, source);
  const { drafts, origin, title } = walk;
  return { drafts, report: reportOf(walk), origin, title };
}

function addLine(walk: PiWalk, source: SourceLine): void {
  walk.lines++;
  const { fields } = source;
  if (fields === null) return leave(walk, source, "line", "it is not a JSON object");
  walk.ts = timeOf(own(fields, "timestamp")) ?? walk.ts;
  const parentId = parentOf(walk, fields);
  const made =
    textAt(fields, "type") === "session"
      ? header(walk, fields)
      : addDrafts(walk, source, fields, parentId);
  const id = textAt(fields, "id");
  if (id !== undefined && !walk.byId.has(id)) walk.byId.set(id, made);
  if (made.first !== null) walk.byIndex.push({ index: walk.read, id: made.first });
  walk.read++;
  walk.last = made.last;
}

function addDrafts(
  walk: PiWalk,
  source: SourceLine,
  fields: Fields,
  parentId: string | null,
): Made {
  const id = walk.ids();
  const before = walk.left.length;
  const drafts = draftsOf(walk, source, fields, id);
  let last = parentId;
  let first: string | null = null;
  for (const draft of drafts) {
    const at = first === null ? { parentId: last, id } : { parentId: last };
    const made = place(walk, source, draft, at);
    if (made === null && first !== null) walk.changed.push(...walk.left.splice(-1));
    if (made === null) break;
    first ??= made;
    last = made;
  }
  if (first !== null) walk.imported++;
  else if (walk.left.length === before)
    leave(walk, source, kindOf(fields), "its type is not known");
  return { first, last };
}

/** The header is no entry; what it says goes into the note of the import. */
function header(walk: PiWalk, fields: Fields): Made {
  const names = ["id", "cwd", "provider", "modelId", "thinkingLevel", "timestamp"];
  const said = names.flatMap((name) => {
    const text = textAt(fields, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  walk.origin = { ...Object.fromEntries(said), ...walk.origin };
  walk.imported++;
  return { first: null, last: walk.last };
}

function parentOf(walk: PiWalk, fields: Fields): string | null {
  const parentId = textAt(fields, "parentId");
  if (parentId === undefined) return own(fields, "parentId") === null ? null : walk.last;
  const parent = walk.byId.get(parentId);
  return parent === undefined ? walk.last : parent.last;
}

function draftsOf(
  walk: PiWalk,
  source: SourceLine,
  fields: Fields,
  id: string,
): readonly EntryDraft[] {
  switch (textAt(fields, "type")) {
    case "message":
      return messageDrafts(walk, source, fields);
    case "thinking_level_change":
      return thinkingDrafts(fields);
    case "model_change":
      return modelDrafts(fields);
    case "compaction":
      return [compactionDraft(walk, fields, id)];
    case "branch_summary": {
      const fromId = walk.byId.get(textAt(fields, "fromId") ?? "")?.first ?? walk.last ?? id;
      return [{ type: "branch_summary", fromId, summary: textAt(fields, "summary") ?? "" }];
    }
    case "custom_message":
      return [customMessage(fields)];
    case "label":
      return labelDrafts(walk, source, fields);
    case "session_info":
      return titleDrafts(walk, fields);
    case "custom":
      // State of an extension of another program: kept, but nobody's here.
      return [archivedDraft({ type: "custom", data: jsonOf(fields) })];
    default:
      return [];
  }
}

function messageDrafts(walk: PiWalk, source: SourceLine, fields: Fields): readonly EntryDraft[] {
  const message = fieldsAt(fields, "message");
  const made = piMessage(message);
  if (made === null) {
    leave(walk, source, kindOf(fields), "its message cannot be read");
    return [];
  }
  const { line } = source;
  walk.changed.push(...made.losses.map((why) => ({ line, what: kindOf(fields), why })));
  const { draft } = made;
  const isReply = draft.type === "message" && draft.message.role === "assistant";
  if (!isReply || draft.usage === undefined) return [draft];
  const { provider, model } = draft.message.origin;
  const cost = fieldsAt(fieldsAt(message, "usage"), "cost");
  return [draft, usageDraft(draft.usage, `${provider}/${model}`, cost)];
}

function thinkingDrafts(fields: Fields): readonly EntryDraft[] {
  const level = ThinkingLevelSchema.safeParse(own(fields, "thinkingLevel"));
  return level.success
    ? [{ type: "thinking_change", thinking: level.data, temporary: false }]
    : [archivedDraft(jsonOf(fields))];
}

function modelDrafts(fields: Fields): readonly EntryDraft[] {
  const [provider, id] = [textAt(fields, "provider"), textAt(fields, "modelId")];
  if (provider === undefined || id === undefined) return [archivedDraft(jsonOf(fields))];
  return [{ type: "model_change", model: `${provider}/${id}`, temporary: false }];
}

function compactionDraft(walk: PiWalk, fields: Fields, id: string): EntryDraft<"compaction"> {
  const kept = walk.byId.get(textAt(fields, "firstKeptEntryId") ?? "")?.first;
  const index = countAt(fields, "firstKeptEntryIndex");
  return {
    type: "compaction",
    summary: textAt(fields, "summary") ?? "",
    // Where nobody knows what was kept, nothing in front of it is shown again.
    firstKeptId: kept ?? (index === undefined ? id : (firstFrom(walk, index) ?? id)),
    tokensBefore: countAt(fields, "tokensBefore") ?? 0,
  };
}

/** The first entry of the line at an index or of the next one that became an entry. */
function firstFrom({ byIndex }: PiWalk, index: number): string | undefined {
  let [low, high] = [0, byIndex.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byIndex[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return byIndex[low]?.id;
}

function customMessage(fields: Fields): EntryDraft<"custom_message"> {
  const { content } = piContent(own(fields, "content"));
  const customType = textAt(fields, "customType") ?? "pi";
  return { type: "custom_message", customType, content, display: own(fields, "display") === true };
}

function labelDrafts(walk: PiWalk, source: SourceLine, fields: Fields): readonly EntryDraft[] {
  const targetId = walk.byId.get(textAt(fields, "targetId") ?? "")?.first;
  if (targetId == null) {
    leave(walk, source, "label", "the entry it names is not there");
    return [];
  }
  return [{ type: "label", targetId, label: textAt(fields, "label") ?? null }];
}

function titleDrafts(walk: PiWalk, fields: Fields): readonly EntryDraft[] {
  const title = textAt(fields, "name");
  if (title === undefined) return [archivedDraft(jsonOf(fields))];
  walk.title = title;
  return [{ type: "title", title, by: "user" }];
}

function kindOf(fields: Fields): string {
  const role = textAt(fieldsAt(fields, "message"), "role");
  const type = textAt(fields, "type") ?? "line without a type";
  return (role === undefined ? type : `${type} (${role})`).slice(0, 60);
}

/** Just parsed from JSON. */
function jsonOf(fields: Fields): JsonValue {
  return fields as { readonly [key: string]: JsonValue };
}
