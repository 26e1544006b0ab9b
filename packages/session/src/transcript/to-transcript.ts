import { textOf } from "@squire/protocol/values";
import type { CallBlock, Entry, JsonValue, Usage } from "@squire/protocol";
import { parseJson } from "../exchange/fields.ts";
import { isoTime, oneLine } from "../exchange/plain-text.ts";
import { advance, BEFORE_TURNS } from "../usage/turn-cursor.ts";
import type { TurnCursor } from "../usage/turn-cursor.ts";
import { pairUsage } from "./pair-usage.ts";
import type { UsagePairs } from "./pair-usage.ts";
import { TRANSCRIPT_VERSION } from "./record.ts";
import type { Transcript, TranscriptMeta, TranscriptRecord, TranscriptUsage } from "./record.ts";
import { redactJson } from "./redact-json.ts";

export type TranscriptOptions = {
  /** Named in the first line, e.g. the id of the session. */
  readonly source?: string;
  /** Removes secrets from a text (SEC-1). */
  readonly redact?: (text: string) => string;
};

/** The `custom` entry that holds what was harvested from a reply (ESC-5). */
const HARVEST = "harvest";
const NO_RESULT = "no result was recorded";
const TASK_CHARS = 200;

type Walk = {
  readonly records: TranscriptRecord[];
  readonly redact: (text: string) => string;
  readonly usage: UsagePairs;
  readonly answered: ReadonlySet<string>;
  readonly calls: Map<string, CallBlock>;
  cursor: TurnCursor;
  prefixHash: string | undefined;
};

/** The receipt of a branch (TRN-1, TRN-6). Pure: same branch, same transcript. */
export function toTranscript(
  branch: readonly Entry[],
  { source = "session", redact = (text) => text }: TranscriptOptions = {},
): Transcript {
  const walk: Walk = {
    records: [],
    redact,
    usage: pairUsage(branch),
    answered: new Set(branch.flatMap((e) => (e.type === "tool_result" ? [e.outcome.callId] : []))),
    calls: new Map(),
    cursor: BEFORE_TURNS,
    prefixHash: undefined,
  };
  for (const entry of branch) {
    walk.cursor = advance(walk.cursor, entry);
    record(walk, entry);
  }
  return { meta: metaOf(branch, source, walk), records: walk.records, skipped: 0 };
}

function metaOf(branch: readonly Entry[], source: string, { records }: Walk): TranscriptMeta {
  const model = records.find((item) => item.model !== undefined)?.model;
  const prefixHash = records.find((item) => item.prefixHash !== undefined)?.prefixHash;
  const task = records.find(({ role }) => role === "user")?.content;
  return {
    role: "_meta",
    version: TRANSCRIPT_VERSION,
    source,
    startedAt: isoTime(branch[0]?.ts ?? 0),
    ...(model === undefined ? {} : { model }),
    ...(prefixHash === undefined ? {} : { prefixHash }),
    ...(task === undefined ? {} : { task: oneLine(task, TASK_CHARS) }),
  };
}

function record(walk: Walk, entry: Entry): void {
  switch (entry.type) {
    case "request_sent":
      if (entry.kind === "turn") walk.prefixHash = entry.prefixHash;
      return;
    case "message":
      return entry.message.role === "user"
        ? add(walk, entry, "user", shownText(entry.message.content))
        : addReply(walk, entry);
    case "tool_result":
      return addOutcome(walk, entry);
    case "usage":
      return addUsageAlone(walk, entry);
    case "custom":
      return entry.customType === HARVEST ? addHarvest(walk, entry.data) : undefined;
    case "user_bash":
      return add(walk, entry, entry.type, `$ ${entry.command}\n${entry.output}`);
    case "user_python":
      return add(walk, entry, entry.type, `${entry.code}\n${entry.output}`);
    case "context":
      return add(walk, entry, entry.type, entry.text);
    case "compaction":
    case "branch_summary":
      return add(walk, entry, entry.type, entry.summary);
    case "custom_message":
      return add(walk, entry, entry.type, shownText(entry.content));
    default:
      return;
  }
}

function add(
  { records, cursor, redact }: Walk,
  { ts }: Entry,
  role: string,
  content: string | Partial<TranscriptRecord>,
): void {
  const fields = typeof content === "string" ? { content } : content;
  const text = redact(fields.content ?? "");
  records.push({ ts: isoTime(ts), turn: cursor.turn, role, ...fields, content: text });
}

function addReply(walk: Walk, entry: Entry<"message">): void {
  const { message, status, failure } = entry;
  if (message.role !== "assistant") return;
  const spent = walk.usage.byReply.get(entry.id);
  const usage = entry.usage ?? spent?.usage;
  const error = status === "complete" ? undefined : walk.redact(failure?.message ?? status);
  add(walk, entry, "assistant", {
    content: textOf(message),
    ...(usage === undefined ? {} : { usage: countsOf(usage) }),
    ...costOf(spent),
    model: spent?.model ?? `${message.origin.provider}/${message.origin.model}`,
    ...(walk.prefixHash === undefined ? {} : { prefixHash: walk.prefixHash }),
    ...(error === undefined ? {} : { error }),
  });
  for (const block of message.content) {
    if (block.type !== "call") continue;
    walk.calls.set(block.id, block);
    if (!walk.answered.has(block.id)) addCall(walk, entry, block, { error: NO_RESULT });
  }
}

function addOutcome(walk: Walk, entry: Entry<"tool_result">): void {
  const { outcome, details } = entry;
  const call = walk.calls.get(outcome.callId);
  const content = shownText(outcome.content);
  const error = outcome.failed || details.isError ? details.ending : undefined;
  const known = call ?? { type: "call", id: outcome.callId, name: outcome.name, argsText: "" };
  addCall(walk, entry, known, { content, ...(error === undefined ? {} : { error }) });
}

function addCall(
  walk: Walk,
  entry: Entry,
  { name, argsText }: CallBlock,
  rest: Partial<TranscriptRecord>,
): void {
  const args = parseJson(argsText) ?? argsText;
  // Parsed from JSON just now, or a text.
  const safe = redactJson(args as JsonValue, walk.redact);
  add(walk, entry, "tool", { tool: walk.redact(name), args: safe, ...rest });
}

/** What was paid for something else than a reply of the turn: a summary, a title, a lost reply. */
function addUsageAlone(walk: Walk, entry: Entry<"usage">): void {
  if (walk.usage.paired.has(entry)) return;
  const { kind, model, usage } = entry;
  add(walk, entry, "usage", { content: kind, usage: countsOf(usage), ...costOf(entry), model });
}

function addHarvest({ records, redact }: Walk, data: JsonValue): void {
  const at = records.findLastIndex(({ role }) => role === "assistant");
  const reply = records[at];
  if (reply !== undefined) records[at] = { ...reply, planState: redactJson(data, redact) };
}

function costOf(entry: Entry<"usage"> | undefined): Partial<TranscriptRecord> {
  if (entry === undefined || entry.costUsd === null) return {};
  const { costUsd: cost, inputUsd } = entry;
  return inputUsd === undefined || inputUsd === null ? { cost } : { cost, inputCost: inputUsd };
}

function countsOf({
  input,
  output,
  cacheRead,
  cacheWrite,
  reasoning,
  total,
}: Usage): TranscriptUsage {
  return { input, output, cacheRead, cacheWrite, reasoning, total };
}

function shownText(content: Entry<"custom_message">["content"]): string {
  const parts = content.map((block) =>
    block.type === "text" ? block.text : `[image ${block.mimeType}]`,
  );
  return parts.join("\n");
}
