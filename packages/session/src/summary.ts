import { IMPORT_NOTE, textOf } from "@squire/protocol/values";
import type { Entry, SessionHeader } from "@squire/protocol";
import { addUsage, NO_TOTALS } from "./tree/usage.ts";
import type { UsageTotals } from "./tree/usage.ts";

/** What a list shows of a session: a fold over all lines of its log, whatever branch they are on. */
export type Summary = {
  readonly id: string;
  readonly name: string | null;
  readonly cwd: string;
  readonly parentSession: string | null;
  readonly createdAt: number;
  /** When the last entry was written. */
  readonly updatedAt: number;
  readonly title: string | null;
  /** The beginning of the first message. */
  readonly preview: string | null;
  readonly turns: number;
  readonly usage: UsageTotals;
  readonly lastRunId: string | null;
  /** It was brought in from elsewhere, whatever branch says so. */
  readonly imported: boolean;
};

const PREVIEW_CHARS = 120;

/** Of entries whose header is not known yet. */
export const NO_SUMMARY: Summary = {
  id: "",
  name: null,
  cwd: "",
  parentSession: null,
  createdAt: 0,
  updatedAt: -1,
  title: null,
  preview: null,
  turns: 0,
  usage: NO_TOTALS,
  lastRunId: null,
  imported: false,
};

export function newSummary(header: SessionHeader): Summary {
  return withHeader(NO_SUMMARY, header);
}

/** A summary of entries, with the header it belongs to. */
export function withHeader(summary: Summary, header: SessionHeader): Summary {
  const { id, name = null, cwd, parentSession = null, createdAt } = header;
  const updatedAt = summary.updatedAt < 0 ? createdAt : summary.updatedAt;
  return { ...summary, id, name, cwd, parentSession, createdAt, updatedAt };
}

export function reduceSummary(summary: Summary, entry: Entry): Summary {
  const updated = { ...summary, updatedAt: entry.ts };
  switch (entry.type) {
    case "title":
      return { ...updated, title: entry.title };
    case "usage":
      return { ...updated, usage: addUsage(summary.usage, entry) };
    case "message":
      return addMessage(updated, entry);
    case "custom":
      return entry.customType === IMPORT_NOTE ? { ...updated, imported: true } : updated;
    default:
      return updated;
  }
}

function addMessage(summary: Summary, { message, synthetic, runId }: Entry<"message">): Summary {
  if (message.role !== "user" || synthetic === true) return summary;
  const preview = summary.preview ?? (previewOf(textOf(message)) || null);
  if (runId !== undefined && runId === summary.lastRunId) return { ...summary, preview };
  return { ...summary, preview, turns: summary.turns + 1, lastRunId: runId ?? null };
}

function previewOf(text: string): string {
  const line = text
    .slice(0, 2 * PREVIEW_CHARS)
    .replaceAll(/\s+/g, " ")
    .trim();
  return Array.from(line).slice(0, PREVIEW_CHARS).join("");
}
