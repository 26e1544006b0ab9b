import type { JsonValue, Usage } from "@squire/protocol";

export const TRANSCRIPT_VERSION = 1;

/** The first line of a transcript (TRN-1). */
export type TranscriptMeta = {
  readonly role: "_meta";
  readonly version: number;
  /** What it was made from. */
  readonly source: string;
  readonly startedAt: string;
  readonly model?: string;
  readonly prefixHash?: string;
  readonly task?: string;
};

export type TranscriptUsage = Omit<Usage, "raw">;

/**
 * One thing that was said or done (TRN-1). Roles: `user`, `assistant`, `tool`, `usage` (a request
 * that gave no reply of the turn), and the type of the entry for everything else.
 */
export type TranscriptRecord = {
  /** ISO 8601. */
  readonly ts: string;
  readonly turn: number;
  readonly role: string;
  readonly content: string;
  readonly tool?: string;
  readonly args?: JsonValue;
  readonly usage?: TranscriptUsage;
  /** USD. */
  readonly cost?: number;
  /** The part of `cost` for what the model read. */
  readonly inputCost?: number;
  readonly model?: string;
  readonly prefixHash?: string;
  /** What was harvested from the model's reasoning (ESC-5). */
  readonly planState?: JsonValue;
  readonly error?: string;
};

export type Transcript = {
  /** Null when there is no readable first line. */
  readonly meta: TranscriptMeta | null;
  readonly records: readonly TranscriptRecord[];
  /** Lines that could not be read. */
  readonly skipped: number;
};

/** One line per record, the same for the same transcript. */
export function encodeTranscript({ meta, records }: Transcript): string {
  const lines = meta === null ? records : [meta, ...records];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
