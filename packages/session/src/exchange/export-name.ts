import type { ExportInput } from "./export-types.ts";
import { exportView } from "./export-view.ts";
import { isoTime } from "./plain-text.ts";

export const EXPORT_FORMATS = ["md", "html", "json", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const NAME_CHARS = 60;

/** `2030-01-02-list-the-files.md`: from date and title, safe on every disk (EXP-1). */
export function exportName(input: ExportInput, format: ExportFormat): string {
  const { title, createdAt } = exportView(input, {});
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  const name = Array.from(words).slice(0, NAME_CHARS).join("").replace(/-+$/, "");
  return `${isoTime(createdAt).slice(0, 10)}-${name || "session"}.${format}`;
}

/** The format that the name of a file asks for; null for another one. */
export function formatOf(file: string): ExportFormat | null {
  const end = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase();
  if (end === "htm") return "html";
  if (end === "markdown") return "md";
  return EXPORT_FORMATS.find((format) => format === end) ?? null;
}
