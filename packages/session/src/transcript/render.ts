import type { Deltas, TranscriptDiff } from "./diff.ts";
import type { Replay } from "./replay.ts";
import { markdownTable, markdownText, plainTable } from "./table.ts";
import type { Table } from "./table.ts";

const MAX_LINE = 400;

/** Always without colour: that is the terminal's business. */
export type RenderStyle = "plain" | "markdown";

export function renderReplay(figures: Replay, style: RenderStyle = "plain"): string {
  const parts = [heading("Replay", style), table(summaryRows(figures), style)];
  if (figures.perTurn.length > 0)
    parts.push(heading("Turns", style), table(turnRows(figures), style));
  return parts.join("\n");
}

export function renderDiff(diff: TranscriptDiff, style: RenderStyle = "plain"): string {
  const { firstDivergence, prefixStory } = diff;
  const first =
    firstDivergence === null
      ? "All turns match."
      : `First divergence: turn ${firstDivergence.turn}: ${firstDivergence.reason}`;
  return [
    heading("Turns", style),
    table(pairRows(diff), style),
    `${text(first, style)}\n`,
    heading("Figures", style),
    table(deltaRows(diff), style),
    heading("Prefix", style),
    prefixStory.map((line) => `${style === "markdown" ? "- " : ""}${text(line, style)}\n`).join(""),
  ].join("\n");
}

function summaryRows(figures: Replay): Table {
  const { tokens } = figures;
  return [
    ["figure", "value"],
    ["turns", String(figures.turns)],
    ["steps", String(figures.steps)],
    ["tool calls", String(figures.toolCalls)],
    ["errors", String(figures.errors)],
    ["input tokens", String(tokens.input)],
    ["output tokens", String(tokens.output)],
    ["cached tokens", String(tokens.cacheRead)],
    ["cache hits", percent(figures.cacheHitRatio)],
    ["cost", money(figures.costUsd)],
    ["cost of input", money(figures.inputUsd)],
    ["cost of output", money(figures.outputUsd)],
    ["requests without a price", String(figures.unpriced)],
    ["prefixes", String(figures.prefixHashes.length)],
    ["subgoals", String(figures.subgoals)],
    ["models", figures.models.join(", ")],
  ];
}

function turnRows({ perTurn }: Replay): Table {
  const head = ["turn", "steps", "calls", "input", "output", "cache hits", "cost", "prefixes"];
  const rows = perTurn.map((turn) => [
    String(turn.turn),
    String(turn.steps),
    String(turn.toolCalls),
    String(turn.tokens.input),
    String(turn.tokens.output),
    percent(turn.cacheHitRatio),
    money(turn.costUsd),
    turn.prefixHashes.map((hash) => hash.slice(0, 8)).join(" "),
  ]);
  return [head, ...rows];
}

function pairRows({ pairs }: TranscriptDiff): Table {
  const rows = pairs.map(({ turn, kind, similarity, reason }) => [
    String(turn),
    kind,
    percent(similarity),
    reason,
  ]);
  return [["turn", "answers", "alike", "why"], ...rows];
}

function deltaRows({ a, b, deltas }: TranscriptDiff): Table {
  const row = (
    name: keyof Deltas,
    one: number,
    other: number,
    show: (value: number) => string = String,
  ): readonly string[] => [NAMES[name], show(one), show(other), signed(deltas[name], show)];
  return [
    ["figure", "a", "b", "difference"],
    row("turns", a.turns, b.turns),
    row("steps", a.steps, b.steps),
    row("toolCalls", a.toolCalls, b.toolCalls),
    row("input", a.tokens.input, b.tokens.input),
    row("output", a.tokens.output, b.tokens.output),
    row("costUsd", a.costUsd, b.costUsd, money),
    row("cacheHitRatio", a.cacheHitRatio, b.cacheHitRatio, percent),
    row("prefixHashes", a.prefixHashes.length, b.prefixHashes.length),
  ];
}

const NAMES: Readonly<Record<keyof Deltas, string>> = {
  turns: "turns",
  steps: "steps",
  toolCalls: "tool calls",
  input: "input tokens",
  output: "output tokens",
  costUsd: "cost",
  cacheHitRatio: "cache hits",
  prefixHashes: "prefixes",
};

function signed(value: number, show: (value: number) => string): string {
  return value < 0 ? `-${show(-value)}` : `+${show(value)}`;
}

function money(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 6 : 4)}`;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}

function heading(title: string, style: RenderStyle): string {
  return style === "markdown" ? `## ${title}\n` : `${title}\n${"─".repeat(title.length)}`;
}

function table(rows: Table, style: RenderStyle): string {
  return style === "markdown" ? markdownTable(rows) : plainTable(rows);
}

function text(line: string, style: RenderStyle): string {
  return style === "markdown" ? markdownText(line, MAX_LINE) : line;
}
