import { duration, type ShellItem } from "@squire/client";
import { inert, inertLine } from "../../text/inert.ts";
import { span, type Line } from "../../text/span.ts";
import { truncate } from "../../text/width.ts";
import type { ItemContext } from "./item-context.ts";

const LIVE_ROWS = 12;

/** What the user ran by hand: the command and its output, whole. */
export function shellLines(item: ShellItem, { width, expanded }: ItemContext): readonly Line[] {
  const sign = item.private ? "!! " : "! ";
  const head: Line = [
    span(sign, "accent"),
    span(truncate(inertLine(item.command), width - 4), { bold: true }),
  ];
  const rows = item.output === "" ? [] : inert(item.output).trimEnd().split("\n");
  const shown = item.running && !expanded ? rows.slice(-LIVE_ROWS) : rows;
  const body = shown.map((row): Line => [span(`  ${truncate(row, width - 2)}`, "dim")]);
  const end = endText(item);
  return [head, ...body, ...(end === "" ? [] : [[span(`  ${end}`, "faint")]])];
}

function endText(item: ShellItem): string {
  if (item.running) return "";
  const parts = [
    item.exitCode === 0 ? null : item.exitCode === null ? "stopped" : `exit code ${item.exitCode}`,
    item.truncated ? "cut; the rest is kept in the session" : null,
    item.durationMs === null || item.durationMs < 1000 ? null : duration(item.durationMs),
  ].filter((part) => part !== null);
  return parts.join(" · ");
}
