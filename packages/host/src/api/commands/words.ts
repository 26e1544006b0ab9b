import type { UsageTotal } from "@squire/protocol";

/** Numbers and lines as commands say them. */
export function money(usd: number | null): string {
  return usd === null ? "unknown" : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

export function when(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, 16);
}

/** A list in Markdown; what strangers wrote in it stays one line. */
export function list(lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : lines.map((line) => `- ${oneLine(line)}`).join("\n");
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export function code(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${pad}${oneLine(text)}${pad}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}

export function spentLine(name: string, total: UsageTotal): string {
  const share = total.input === 0 ? 0 : Math.round((100 * total.cacheRead) / total.input);
  const tokens = `${count(total.input)} in (${share}% cached), ${count(total.output)} out`;
  return `${name}: ${money(total.costUsd)}, ${tokens}, ${count(total.requests)} requests`;
}
