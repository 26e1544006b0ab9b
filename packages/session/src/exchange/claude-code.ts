import type { AssistantContent, EntryDraft } from "@squire/protocol";
import { activeBranch, claudeLine, isSidechain, messageId } from "./claude-branch.ts";
import type { ClaudeLine } from "./claude-branch.ts";
import { claudeUserParts, replyPart, replyStop } from "./claude-parts.ts";
import { countAt, fieldsAt, own, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";
import {
  outcomeDraft,
  readParts,
  replyDraft,
  usageDraft,
  usageOf,
  userDraft,
} from "./foreign-parts.ts";
import { leave, place, reportOf, startWalk, timeOf } from "./imported.ts";
import type { Drafts, ImportOrigin, ImportWalk, SourceLine } from "./imported.ts";

type ClaudeWalk = ImportWalk & {
  last: string | null;
  title: string | null;
  origin: ImportOrigin;
  /** The tool behind each call. */
  readonly tools: Map<string, string>;
  /** Blocks of replies that are written over several lines, by message id. */
  readonly replies: ReadonlyMap<string, readonly ClaudeLine[]>;
  readonly written: Set<string>;
  /** What a compaction said about the tokens before it; its summary is the next message. */
  tokensBefore: number;
};

const USAGE_NAMES = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cache_read_input_tokens",
  cacheWrite: "cache_creation_input_tokens",
} as const;

/** The project files of Claude Code: of the tree in them, the branch that was used last. */
export function claudeDrafts(lines: readonly SourceLine[], ids: () => string): Drafts {
  const talk = lines.flatMap((source) => claudeLine(source) ?? []);
  const branch = activeBranch(
    lines,
    talk.filter((line) => !isSidechain(line)),
  );
  const walk: ClaudeWalk = {
    ...startWalk("claude-code", ids),
    last: null,
    title: null,
    origin: {},
    tools: new Map(),
    replies: repliesOf(branch),
    written: new Set(),
    tokensBefore: 0,
  };
  const bySource = new Map(talk.map((line) => [line.source, line]));
  for (const source of lines) addLine(walk, source, bySource.get(source), branch);
  const { drafts, origin, title } = walk;
  return { drafts, report: reportOf(walk), origin, title };
}

function repliesOf(branch: ReadonlySet<ClaudeLine>): ClaudeWalk["replies"] {
  const replies = new Map<string, ClaudeLine[]>();
  for (const line of branch) {
    const id = messageId(line);
    if (id === undefined) continue;
    const blocks = replies.get(id);
    if (blocks === undefined) replies.set(id, [line]);
    else blocks.push(line);
  }
  return replies;
}

function addLine(
  walk: ClaudeWalk,
  source: SourceLine,
  line: ClaudeLine | undefined,
  branch: ReadonlySet<ClaudeLine>,
): void {
  walk.lines++;
  const { fields } = source;
  if (fields === null) return leave(walk, source, "line", "it is not a JSON object");
  walk.ts = timeOf(own(fields, "timestamp")) ?? walk.ts;
  walk.origin = { ...originOf(fields), ...walk.origin };
  if (line === undefined) return addOther(walk, source, fields);
  if (isSidechain(line)) return leave(walk, source, line.type, "it is the work of a subagent");
  if (!branch.has(line)) return leave(walk, source, line.type, "it is on a branch that was left");
  return line.type === "user" ? addUser(walk, line) : addReply(walk, line);
}

function originOf(fields: Fields): ImportOrigin {
  const names = { sessionId: "id", cwd: "cwd", version: "version", gitBranch: "gitBranch" };
  const said = Object.entries(names).flatMap(([key, name]) => {
    const text = textAt(fields, key);
    return text === undefined || text === "" ? [] : [[name, text] as const];
  });
  return Object.fromEntries(said);
}

/** Titles are taken over; hooks, snapshots and progress mean nothing here. */
function addOther(walk: ClaudeWalk, source: SourceLine, fields: Fields): void {
  const type = textAt(fields, "type") ?? "line without a type";
  if (textAt(fields, "subtype") === "compact_boundary") {
    walk.tokensBefore = countAt(fieldsAt(fields, "compactMetadata"), "preTokens") ?? 0;
  }
  const title =
    textAt(fields, "customTitle") ??
    textAt(fields, "aiTitle") ??
    (type === "summary" ? textAt(fields, "summary") : undefined);
  if (title === undefined) return leave(walk, source, type.slice(0, 60), "it is not conversation");
  walk.title = title;
  add(walk, source, [{ type: "title", title, by: "model" }]);
}

function addUser(walk: ClaudeWalk, { source, fields, message }: ClaudeLine): void {
  const { content, outcomes, losses } = claudeUserParts(own(message, "content"));
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  if (own(fields, "isCompactSummary") === true) return addCompaction(walk, source, text);
  const drafts: EntryDraft[] = outcomes.map(({ callId, content: shown, failed }) => {
    const name = walk.tools.get(callId) ?? "unknown";
    return outcomeDraft({ callId, name, content: shown, failed });
  });
  // Beside an outcome only what was added by the program can stand.
  const isOwn = own(fields, "isMeta") === true || outcomes.length > 0;
  if (content.length > 0 || drafts.length === 0) drafts.push(userDraft(content, isOwn));
  noteLosses(walk, source, losses);
  add(walk, source, drafts);
}

function addCompaction(walk: ClaudeWalk, source: SourceLine, summary: string): void {
  const id = walk.ids();
  const { tokensBefore } = walk;
  // Its own id: nothing in front of it is shown again.
  add(walk, source, [{ type: "compaction", summary, firstKeptId: id, tokensBefore }], id);
}

/** All blocks of a reply stand where its first one does. */
function addReply(walk: ClaudeWalk, line: ClaudeLine): void {
  const { source, fields, message } = line;
  const id = messageId(line);
  if (id !== undefined && walk.written.has(id)) {
    walk.imported++;
    return;
  }
  if (id !== undefined) walk.written.add(id);
  const blocks = (id === undefined ? undefined : walk.replies.get(id)) ?? [line];
  const content: AssistantContent[] = [];
  for (const block of blocks) {
    const parts = contentOf(block.message);
    noteLosses(walk, block.source, parts.losses);
    for (const part of parts.content) content.push(part);
  }
  for (const part of content) if (part.type === "call") walk.tools.set(part.id, part.name);
  const last = blocks.at(-1)?.message ?? message;
  const usage = usageOf(fieldsAt(last, "usage"), USAGE_NAMES);
  const model = textAt(message, "model") ?? "unknown";
  const stop = replyStop(fields, last, content);
  const reply = replyDraft({ content, provider: "anthropic", model, stop, usage });
  add(walk, source, usage === null ? [reply] : [reply, usageDraft(usage, `anthropic/${model}`)]);
}

function contentOf(message: Fields): ReturnType<typeof readParts<AssistantContent>> {
  const value = own(message, "content");
  if (typeof value !== "string") return readParts(value, replyPart);
  return { content: [{ type: "text", text: value }], losses: [] };
}

function noteLosses(walk: ClaudeWalk, { line }: SourceLine, losses: readonly string[]): void {
  for (const why of losses) walk.changed.push({ line, what: "message", why });
}

/** One behind the other. The line counts as imported when its first draft is. */
function add(
  walk: ClaudeWalk,
  source: SourceLine,
  drafts: readonly EntryDraft[],
  firstId?: string,
): void {
  let made = 0;
  for (const draft of drafts) {
    const named = made === 0 && firstId !== undefined ? { id: firstId } : {};
    const id = place(walk, source, draft, { parentId: walk.last, ...named });
    if (id === null && made > 0) walk.changed.push(...walk.left.splice(-1));
    if (id === null) continue;
    made++;
    walk.last = id;
  }
  if (made > 0) walk.imported++;
}
