import type { Style } from "./style.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar of at most `width` columns for a part of the whole; what is more than nothing is seen. */
export function bar(part: number, width: number, { unicode }: Style): string {
  const share = Math.min(1, Math.max(0, Number.isFinite(part) ? part : 0));
  if (!unicode) return "#".repeat(share === 0 ? 0 : Math.max(1, Math.round(share * width)));
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * width * 8));
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}
