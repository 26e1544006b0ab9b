import { fieldsAt, fieldsOf, listAt, own, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";
import type { SourceLine } from "./imported.ts";

/** A line of a Claude Code session that is part of a conversation. */
export type ClaudeLine = {
  readonly source: SourceLine;
  readonly fields: Fields;
  readonly type: "user" | "assistant";
  readonly message: Fields;
};

/** Null for all other lines. */
export function claudeLine(source: SourceLine): ClaudeLine | null {
  const { fields } = source;
  const type = textAt(fields, "type");
  const message = fieldsAt(fields, "message");
  if (fields === null || message === null) return null;
  return type === "user" || type === "assistant" ? { source, fields, type, message } : null;
}

export function isSidechain({ fields }: ClaudeLine): boolean {
  return own(fields, "isSidechain") === true;
}

/**
 * The lines of the branch that the last message ends, in the order of the file. A reply is written as
 * one line per block with the same message id, and the outcomes of parallel calls hang on different
 * ones of these: what belongs to a reply of the branch is of the branch, wherever it hangs.
 */
export function activeBranch(
  all: readonly SourceLine[],
  lines: readonly ClaudeLine[],
): ReadonlySet<ClaudeLine> {
  const onWay = wayToRoot(all, lines.at(-1)?.source);
  const replies = new Set(
    lines.flatMap((line) => (onWay.has(line.source) ? (messageId(line) ?? []) : [])),
  );
  const ofReply = (line: ClaudeLine): boolean => replies.has(messageId(line) ?? "");
  const chosen = new Set(lines.filter((line) => onWay.has(line.source) || ofReply(line)));
  const calls = new Set([...chosen].flatMap((line) => idsIn(line, "tool_use", "id")));
  for (const line of lines) {
    const answers = idsIn(line, "tool_result", "tool_use_id");
    if (answers.length > 0 && answers.every((id) => calls.has(id))) chosen.add(line);
  }
  return chosen;
}

/** The id of the reply that a line is a part of. */
export function messageId({ type, message }: ClaudeLine): string | undefined {
  return type === "assistant" ? textAt(message, "id") : undefined;
}

/** Lines of all types are links of the chain. */
function wayToRoot(
  all: readonly SourceLine[],
  leaf: SourceLine | undefined,
): ReadonlySet<SourceLine> {
  const places = new Map<string, number>();
  for (const [at, { fields }] of all.entries()) {
    const uuid = textAt(fields, "uuid");
    if (uuid !== undefined) places.set(uuid, at);
  }
  const way = new Set<SourceLine>();
  let at = leaf === undefined ? -1 : all.indexOf(leaf);
  for (let line = all[at]; line !== undefined; line = all[at]) {
    if (isLink(line)) way.add(line);
    const parent = isLink(line) ? parentOf(line.fields) : undefined;
    if (parent === null) break;
    // A parent that is not there was lost: what stands before takes its place. Never forward.
    const found = parent === undefined ? undefined : places.get(parent);
    at = found !== undefined && found < at ? found : at - 1;
  }
  return way;
}

function isLink({ fields }: SourceLine): boolean {
  return textAt(fields, "uuid") !== undefined && own(fields, "isSidechain") !== true;
}

/** After a compaction the chain starts anew and names the old one apart. */
function parentOf(fields: Fields | null): string | null | undefined {
  const parent = own(fields, "parentUuid") ?? own(fields, "logicalParentUuid");
  if (typeof parent === "string") return parent;
  return own(fields, "parentUuid") === null ? null : undefined;
}

function idsIn({ message }: ClaudeLine, type: string, key: string): readonly string[] {
  return listAt(message, "content").flatMap((item) => {
    const part = fieldsOf(item);
    return textAt(part, "type") === type ? (textAt(part, key) ?? []) : [];
  });
}
