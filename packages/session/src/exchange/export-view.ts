import { textOf } from "@squire/protocol/values";
import type { CallBlock, Entry } from "@squire/protocol";
import { knownCost } from "../tree/usage.ts";
import { advance, BEFORE_TURNS } from "../usage/turn-cursor.ts";
import type { TurnCursor } from "../usage/turn-cursor.ts";
import { sessionUsage, turnUsages } from "../usage/turn-usage.ts";
import type {
  ExportedArtifact,
  ExportedCall,
  ExportedSource,
  ExportInclude,
  ExportInput,
  ExportItem,
  ExportOptions,
  ExportView,
} from "./export-types.ts";
import { oneLine } from "./plain-text.ts";

type Walk = {
  readonly redact: (text: string) => string;
  readonly include: ReadonlySet<ExportInclude>;
  readonly artifacts: ReadonlyMap<string, ExportedArtifact>;
  readonly answered: ReadonlySet<string>;
  readonly summaries: ReadonlyMap<string, string>;
  readonly calls: Map<string, CallBlock>;
  readonly turns: Map<number, ExportItem[]>;
  readonly sources: Map<number, ExportedSource>;
  readonly models: Set<string>;
  cursor: TurnCursor;
  title: string | null;
};

const SUMMARY_CHARS = 160;
const TITLE_CHARS = 120;

/** What all formats show, in the same order for the same session (EXP-6). Pure. */
export function exportView({ header, branch }: ExportInput, options: ExportOptions): ExportView {
  const { redact = (text) => text } = options;
  const walk = startWalk(branch, redact, options);
  for (const entry of branch) {
    walk.cursor = advance(walk.cursor, entry);
    addEntry(walk, entry);
  }
  const usages = new Map(turnUsages(branch).map((usage) => [usage.turn, usage]));
  const { totals } = sessionUsage(branch);
  const first = [...walk.turns.values()].flat().find(({ kind }) => kind === "user");
  return {
    id: header.id,
    title:
      oneLine(walk.title ?? (first?.kind === "user" ? first.text : ""), TITLE_CHARS) || "Session",
    cwd: redact(header.cwd),
    createdAt: header.createdAt,
    updatedAt: branch.at(-1)?.ts ?? header.createdAt,
    models: [...walk.models],
    costUsd: knownCost(totals),
    usage: totals,
    turns: [...walk.turns].map(([turn, items]) => ({
      turn,
      items,
      usage: usages.get(turn) ?? null,
    })),
    sources: [...walk.sources.values()].sort((a, b) => a.n - b.n),
  };
}

function startWalk(
  branch: readonly Entry[],
  redact: (text: string) => string,
  { include = [], artifacts = new Map() }: ExportOptions,
): Walk {
  return {
    redact,
    include: new Set(include),
    artifacts,
    answered: new Set(branch.flatMap((e) => (e.type === "tool_result" ? [e.outcome.callId] : []))),
    summaries: new Map(
      branch.flatMap((e) => (e.type === "tool_started" ? [[e.callId, e.summary] as const] : [])),
    ),
    calls: new Map(),
    turns: new Map(),
    sources: new Map(),
    models: new Set(),
    cursor: BEFORE_TURNS,
    title: null,
  };
}

function addEntry(walk: Walk, entry: Entry): void {
  switch (entry.type) {
    case "message":
      return addMessage(walk, entry);
    case "tool_result":
      return addOutcome(walk, entry);
    case "title":
      walk.title = walk.redact(entry.title);
      return;
    case "citation":
      return addSource(walk, entry);
    case "compaction":
      return note(walk, entry, "Summary of what was said before", entry.summary);
    case "branch_summary":
      return note(walk, entry, "Summary of another branch", entry.summary);
    case "user_bash":
      // What is private stays with the user.
      if (!entry.private) note(walk, entry, `$ ${entry.command}`, entry.output);
      return;
    case "user_python":
      if (!entry.private) note(walk, entry, "Python", `${entry.code}\n${entry.output}`);
      return;
    case "custom_message":
      if (entry.display) note(walk, entry, entry.customType, textOf({ role: "user", ...entry }));
      return;
    default:
      return;
  }
}

function push({ turns, cursor }: Walk, item: ExportItem): void {
  const items = turns.get(cursor.turn);
  if (items === undefined) turns.set(cursor.turn, [item]);
  else items.push(item);
}

function note(walk: Walk, { ts }: Entry, label: string, text: string): void {
  push(walk, { kind: "note", ts, label: walk.redact(label), text: walk.redact(text) });
}

function addMessage(walk: Walk, entry: Entry<"message">): void {
  const { message, ts, status, synthetic } = entry;
  const text = walk.redact(textOf(message));
  if (message.role === "user") {
    const images = message.content.filter((block) => block.type === "image");
    if (synthetic !== true) push(walk, { kind: "user", ts, text, images });
    return;
  }
  const model = walk.redact(`${message.origin.provider}/${message.origin.model}`);
  walk.models.add(model);
  const thoughts = message.content.flatMap((b) => (b.type === "thinking" ? [b.text] : []));
  const thinking = walk.include.has("thinking") ? walk.redact(thoughts.join("\n\n")) : "";
  if (text.trim() !== "" || thinking.trim() !== "" || status !== "complete") {
    push(walk, { kind: "reply", ts, model, text, thinking, status });
  }
  for (const block of message.content) {
    if (block.type !== "call") continue;
    walk.calls.set(block.id, block);
    if (!walk.answered.has(block.id)) push(walk, callItem(walk, ts, block, null));
  }
}

function addOutcome(walk: Walk, entry: Entry<"tool_result">): void {
  const { callId, name } = entry.outcome;
  const call = walk.calls.get(callId) ?? { type: "call", id: callId, name, argsText: "" };
  push(walk, callItem(walk, entry.ts, call, entry));
}

function callItem(
  walk: Walk,
  ts: number,
  call: CallBlock,
  entry: Entry<"tool_result"> | null,
): ExportedCall {
  const { redact, include, summaries, artifacts } = walk;
  const hasTools = include.has("tools");
  const artifactId = entry?.details.artifactId ?? null;
  const artifact = include.has("artifacts") ? artifacts.get(artifactId ?? "") : undefined;
  const summary = summaries.get(call.id) ?? call.argsText;
  return {
    kind: "tool",
    ts,
    callId: redact(call.id),
    tool: redact(call.name),
    summary: oneLine(redact(summary), SUMMARY_CHARS),
    ok: entry !== null && !entry.outcome.failed,
    ending: entry?.details.ending ?? "no outcome",
    durationMs: entry?.details.durationMs ?? 0,
    args: hasTools ? redact(call.argsText) : null,
    output: hasTools && entry !== null ? redact(textOf(entry.outcome)) : null,
    artifactId,
    artifact: artifact === undefined ? null : { ...artifact, text: redact(artifact.text) },
  };
}

/** Of the notes of evidence only what an answer cites; a later one replaces the same number. */
function addSource({ sources, redact }: Walk, entry: Entry<"citation">): void {
  const { n } = entry;
  if (n === undefined) return;
  sources.set(n, {
    n,
    source: redact(entry.source),
    title: redact(entry.title ?? ""),
    quote: redact(entry.quote),
    status: entry.status,
    sha256: entry.sha256 ?? null,
    fetchedAt: entry.fetchedAt ?? null,
  });
}
