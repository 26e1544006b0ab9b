import { diffOf, duration, type EditPreview, type ToolItem } from "@squire/client";
import { diffLines } from "../../text/diff.ts";
import { inert, inertLine } from "../../text/inert.ts";
import { lineWidth, span, spread, type Line, type Span } from "../../text/span.ts";
import { truncate } from "../../text/width.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { ItemContext } from "./item-context.ts";
import { resultText } from "./result-text.ts";

/** Rows of a diff on a closed card, and of live output. */
const CLOSED_DIFF = 4;
const LIVE_OUTPUT = 3;
const PREVIEW_ROWS = 8;
const OPEN_ROWS = 400;

/** A tool card: one line, what it shows of itself while it is closed, or everything. */
export function toolLines(item: ToolItem, context: ItemContext): readonly Line[] {
  try {
    return [headLine(item, context), ...bodyLines(item, context)];
  } catch {
    // A call whose data is not what its tool says is still shown (TUI-7).
    return [[span("  "), mark(item), span(` ${inertLine(item.summary)}`)]];
  }
}

function headLine(item: ToolItem, { width, now }: ItemContext): Line {
  const right = rightText(item, now);
  const name = [span("  "), mark(item), span(" "), span(inertLine(item.name), { bold: true })];
  const room = width - lineWidth(name) - 2 - (width >= 80 && right !== "" ? right.length + 2 : 0);
  const left = [...name, span(` ${truncate(withoutName(item), Math.max(4, room))}`)];
  return right === "" || width < 80 ? left : spread(left, [span(right, "dim")], width);
}

function mark(item: ToolItem): Span {
  if (item.state === "asking") return span("?", "caution");
  if (item.end === null) return span(item.state === "done" ? "✗" : "…", "dim");
  if (!item.end.ok) return span("✗", "danger");
  // The tool did its work; the command it ran did not.
  return (item.end.details.exitCode ?? 0) === 0 ? span("✓", "ok") : span("✗", "caution");
}

/** Summaries begin with the tool's name, which already stands there. */
function withoutName({ name, summary }: ToolItem): string {
  const text = inertLine(summary);
  return text === name ? "" : text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

function rightText(item: ToolItem, now: number): string {
  if (item.end !== null) return resultText(item.name, item.end);
  if (item.state === "done") return "not run";
  if (item.state !== "running" || item.startedAt === null) return item.state;
  return `running ${duration(Math.max(0, now - item.startedAt))}`;
}

function bodyLines(item: ToolItem, context: ItemContext): readonly Line[] {
  const diff = diffOf(item.end?.details.data);
  const width = context.width - 6;
  if (diff !== null) {
    const rows = context.expanded ? OPEN_ROWS : CLOSED_DIFF;
    return indented(diffLines(diff, { width, rows }));
  }
  if (item.end === null && item.preview !== null) return previewLines(item.preview, context);
  if (item.end === null) return liveOutput(item, context);
  if (!item.end.ok) return failure(item.end.text, context);
  if (!context.expanded) return context.width < 80 ? underHead(item, context) : [];
  return openText(item.end.text, context);
}

/** What an edit would change, while it is written and while it is asked about (EDIT-8). */
function previewLines({ files }: EditPreview, context: ItemContext): readonly Line[] {
  const rows = context.expanded ? OPEN_ROWS : PREVIEW_ROWS;
  return indented(files.flatMap(({ diff }) => diffLines(diff, { width: context.width - 6, rows })));
}

/** The newest rows of a call that runs. */
function liveOutput(item: ToolItem, context: ItemContext): readonly Line[] {
  if (item.output === "") return [];
  const rows = inert(item.output).trimEnd().split("\n");
  const shown = rows.slice(context.expanded ? -40 : -LIVE_OUTPUT);
  return indented(shown.map((text) => [span(truncate(text, context.width - 6), "dim")]));
}

/** Why it failed is always worth a few rows. */
function failure(text: string, context: ItemContext): readonly Line[] {
  const rows = openText(text, context);
  const most = context.expanded ? OPEN_ROWS : 6;
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most), hint(rows.length - most)];
}

function openText(text: string, context: ItemContext): readonly Line[] {
  const rows = inert(text)
    .trimEnd()
    .split("\n")
    .flatMap((row) => wrapLine([span(row, "dim")], { width: context.width - 6 }));
  const shown = rows.slice(0, OPEN_ROWS);
  return [...indented(shown), ...(rows.length > OPEN_ROWS ? [hint(rows.length - OPEN_ROWS)] : [])];
}

/** Narrow screens have no room at the right. */
function underHead(item: ToolItem, { width, now }: ItemContext): readonly Line[] {
  const text = rightText(item, now).trim();
  return text === "" ? [] : [[span(`      ${truncate(text, Math.max(4, width - 8))}`, "dim")]];
}

function hint(more: number): Line {
  return [span(`    │ … ${more} more rows (ctrl+o)`, "faint")];
}

function indented(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => [span("    │ ", "faint"), ...line]);
}
