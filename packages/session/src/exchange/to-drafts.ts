import { LogError } from "../log/log-error.ts";
import { claudeDrafts } from "./claude-code.ts";
import { own, parseFields, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";
import type { Drafts, SourceLine } from "./imported.ts";
import { piDrafts } from "./pi.ts";

/** Formats of other programs that can be read (SES-15). */
export const FOREIGN_FORMATS = ["pi", "claude-code"] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

/** Longer lines could not be written to a log, where their escapes take more room. */
export const MAX_SOURCE_LINE = 16 * 1024 * 1024;

export type ToDraftsOptions = {
  readonly ids: () => string;
  /** Found out from the lines when it is not given. */
  readonly format?: ForeignFormat;
};

/**
 * The lines of a foreign session as drafts, and a report that names what is not among them. Reads
 * only; throws `unsupported` when no line is of a format that is known.
 */
export function toDrafts(lines: Iterable<string>, { ids, format }: ToDraftsOptions): Drafts {
  const sources = sourceLines(lines);
  const found = format ?? detectFormat(sources);
  switch (found) {
    case "pi":
      return piDrafts(sources, ids);
    case "claude-code":
      return claudeDrafts(sources, ids);
    case null:
      throw new LogError("unsupported", "This is not a session file of a known format.", {
        advice: `Squire reads its own exports and files of ${FOREIGN_FORMATS.join(", ")}.`,
      });
  }
}

function sourceLines(lines: Iterable<string>): readonly SourceLine[] {
  const sources: SourceLine[] = [];
  let line = 0;
  for (const text of lines) {
    line++;
    const clean = line === 1 ? text.replace(/^\ufeff/, "") : text;
    if (clean.trim() === "") continue;
    const fields = clean.length > MAX_SOURCE_LINE ? null : parseFields(clean);
    sources.push({ line, fields });
  }
  return sources;
}

/** By the first line that says anything. */
export function detectFormat(lines: readonly SourceLine[]): ForeignFormat | null {
  for (const { fields } of lines) {
    if (isPi(fields)) return "pi";
    if (isClaude(fields)) return "claude-code";
  }
  return null;
}

function isPi(fields: Fields | null): boolean {
  const isHeader = textAt(fields, "type") === "session" && textAt(fields, "id") !== undefined;
  return isHeader && textAt(fields, "timestamp") !== undefined && own(fields, "h") === undefined;
}

function isClaude(fields: Fields | null): boolean {
  const type = textAt(fields, "type");
  if (type === "summary") return textAt(fields, "leafUuid") !== undefined;
  return type !== undefined && textAt(fields, "sessionId") !== undefined;
}
