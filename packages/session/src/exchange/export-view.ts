import { textOf } from "@squire/protocol/values";
import type { CallBlock, Entry } from "@squire/protocol";
import { knownCost } from "../tree/usage.ts";
import { EMPTY_USAGE, reduceUsage } from "../usage/turn-usage.ts";
import type { UsageFold } from "../usage/turn-usage.ts";
import type {
  ExportedArtifact,
  ExportedCall,
  ExportedSource,
  ExportEntries,
  ExportInclude,
  ExportInput,
  ExportItem,
  ExportOptions,
  ExportPages,
  ExportTurn,
  ExportView,
} from "./export-types.ts";
import { modelOf, surveyOf } from "./export-survey.ts";
import type { Survey } from "./export-survey.ts";
import { oneLine } from "./plain-text.ts";

type Walk = {
  readonly redact: (text: string) => string;
  readonly include: ReadonlySet<ExportInclude>;
  readonly artifacts: ReadonlyMap<string, ExportedArtifact>;
  readonly answered: ReadonlySet<string>;
  readonly summaries: ReadonlyMap<string, string>;
  /** Calls whose outcome is still to come. */
  readonly calls: Map<string, CallBlock>;
  /** By turn and number. */
  readonly sources: Map<string, ExportedSource>;
  /** The turn that is walked through. */
  turn: number;
  /** Of the turn that is walked through. */
  items: ExportItem[];
};

const SUMMARY_CHARS = 160;
const TITLE_CHARS = 120;

/** What all formats show, in the same order for the same session (EXP-6). Pure. */
export function exportView({ header, branch }: ExportInput, options: ExportOptions): ExportView {
  const { turns, sources, ...head } = exportPages({ header, entries: () => branch }, options);
  return { ...head, turns: [...turns()], sources: sources() };
}

/**
 * As `exportView`, turn by turn: the session need not fit into memory. Its entries are walked through
 * once now, and once more for the turns. The sources are known when the turns were seen.
 */
export function exportPages(
  { header, entries }: ExportEntries,
  options: ExportOptions,
): ExportPages {
  const { redact = (text) => text } = options;
  const survey = surveyOf(entries());
  const walk = startWalk(survey, redact, options);
  const { totals } = survey.usage.session;
  return {
    id: header.id,
    title: oneLine(redact(survey.title ?? survey.firstRequest ?? ""), TITLE_CHARS) || "Session",
    cwd: redact(header.cwd),
    createdAt: header.createdAt,
    updatedAt: survey.updatedAt ?? header.createdAt,
    models: [...new Set([...survey.models].map(redact))],
    costUsd: knownCost(totals),
    usage: totals,
    turns: () => walkTurns(walk, entries()),
    sources: () => [...walk.sources.values()].sort((a, b) => a.turn - b.turn || a.n - b.n),
  };
}

function* walkTurns(walk: Walk, entries: Iterable<Entry>): Generator<ExportTurn> {
  let fold = EMPTY_USAGE;
  for (const entry of entries) {
    const next = reduceUsage(fold, entry);
    if (next.cursor !== fold.cursor) yield* endTurn(walk, fold);
    fold = next;
    walk.turn = fold.turn.turn;
    addEntry(walk, entry);
  }
  yield* endTurn(walk, fold);
}

function endTurn(walk: Walk, { turn }: UsageFold): readonly ExportTurn[] {
  const { items } = walk;
  walk.items = [];
  if (items.length === 0) return [];
  const usage = turn.turn > 0 || turn.requests > 0 ? turn : null;
  return [{ turn: turn.turn, items, usage }];
}

function startWalk(
  { answered, summaries }: Survey,
  redact: (text: string) => string,
  { include = [], artifacts = new Map() }: ExportOptions,
): Walk {
  return {
    redact,
    include: new Set(include),
    artifacts,
    answered,
    summaries,
    calls: new Map(),
    sources: new Map(),
    turn: 0,
    items: [],
  };
}

function addEntry(walk: Walk, entry: Entry): void {
  switch (entry.type) {
    case "message":
      return addMessage(walk, entry);
    case "tool_result":
      return addOutcome(walk, entry);
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

function note(walk: Walk, { ts }: Entry, label: string, text: string): void {
  walk.items.push({ kind: "note", ts, label: walk.redact(label), text: walk.redact(text) });
}

function addMessage(walk: Walk, entry: Entry<"message">): void {
  const { message, ts, status, synthetic } = entry;
  const text = walk.redact(textOf(message));
  if (message.role === "user") {
    const images = message.content.filter((block) => block.type === "image");
    if (synthetic !== true) walk.items.push({ kind: "user", ts, text, images });
    return;
  }
  const model = walk.redact(modelOf(message));
  const thoughts = message.content.flatMap((b) => (b.type === "thinking" ? [b.text] : []));
  const thinking = walk.include.has("thinking") ? walk.redact(thoughts.join("\n\n")) : "";
  if (text.trim() !== "" || thinking.trim() !== "" || status !== "complete") {
    walk.items.push({ kind: "reply", ts, model, text, thinking, status });
  }
  for (const block of message.content) {
    if (block.type !== "call") continue;
    walk.calls.set(block.id, block);
    if (!walk.answered.has(block.id)) walk.items.push(callItem(walk, ts, block, null));
  }
}

function addOutcome(walk: Walk, entry: Entry<"tool_result">): void {
  const { callId, name } = entry.outcome;
  const call = walk.calls.get(callId) ?? { type: "call", id: callId, name, argsText: "" };
  walk.calls.delete(callId);
  walk.items.push(callItem(walk, entry.ts, call, entry));
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

/** Of the notes of evidence only what an answer cites; a later one of the turn replaces the same number. */
function addSource({ sources, redact, turn }: Walk, entry: Entry<"citation">): void {
  const { n } = entry;
  if (n === undefined) return;
  sources.set(`${turn}:${n}`, {
    turn,
    n,
    source: redact(entry.source),
    title: redact(entry.title ?? ""),
    quote: redact(entry.quote),
    status: entry.status,
    sha256: entry.sha256 ?? null,
    fetchedAt: entry.fetchedAt ?? null,
  });
}
