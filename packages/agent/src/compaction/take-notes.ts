import type { ModelFailure } from "@squire/protocol";
import { capResult } from "../tokens/cap-result.ts";
import { askSummarisers } from "./ask-summarisers.ts";
import type { Asked } from "./ask-summarisers.ts";
import { partTokens } from "./compact-input.ts";
import type { CompactInput } from "./compact-input.ts";
import type { Cut } from "./cut.ts";
import { extractSummary } from "./extract.ts";
import { shortSummaryRequest, summaryRequest } from "./summary-request.ts";
import type { SummaryJob } from "./summary-request.ts";
import { earlierNotes, joinSummaries, shortSummaryOf } from "./summary-text.ts";

/** What a summariser wrote, or what was quoted in its place. */
export type Notes = {
  readonly text: string;
  /** Null when no summariser answered. */
  readonly by: string | null;
  readonly failures: readonly ModelFailure[];
};

/** The notes on what goes; null when cancelled. */
export async function takeNotes(input: CompactInput, cut: Cut): Promise<Notes | null> {
  const { view, instructions, context } = input;
  const entries = view.items.slice(0, cut.index).map(({ entry }) => entry);
  const previous = earlierNotes(view.compaction);
  const extra = {
    ...(instructions === undefined ? {} : { instructions }),
    ...(context === undefined ? {} : { context }),
  };
  const turnStart = cut.turnStart ?? entries.length;
  const before = view.items.slice(0, turnStart).some(({ tokens }) => tokens > 0);
  const history = before
    ? await notesOn(input, {
        kind: "history",
        entries: entries.slice(0, turnStart),
        previous,
        ...extra,
      })
    : { text: previous ?? "", by: null, failures: [] };
  if (history === null || cut.turnStart === null) return history;
  const job = {
    kind: "turn",
    entries: entries.slice(turnStart),
    previous: null,
    ...extra,
  } as const;
  const turn = await notesOn(input, job);
  if (turn === null) return null;
  return {
    text: joinSummaries(history.text, turn.text),
    by: turn.by === null || (before && history.by === null) ? null : turn.by,
    failures: [...history.failures, ...turn.failures],
  };
}

async function notesOn(input: CompactInput, job: SummaryJob): Promise<Notes | null> {
  const { ratio, counter } = input;
  const asked = await askSummarisers(
    (maxTokens) => summaryRequest(job, maxTokens / ratio, counter.text),
    input,
  );
  if (asked.type === "cancelled") return null;
  const failures = asked.type === "failed" ? asked.failures : [];
  const text = asked.type === "answered" ? asked.text : extractSummary(job.entries, job.previous);
  const tokens = partTokens(input, "notes");
  const caps = { tokens, chars: tokens * 8, count: counter.text };
  return {
    text: capResult(text, caps).text,
    by: asked.type === "answered" ? asked.by : null,
    failures,
  };
}

/** Null when cancelled. */
export async function shortNotes(input: CompactInput, { text, by }: Notes): Promise<string | null> {
  const asked: Asked =
    input.short === true && by !== null
      ? await askSummarisers(() => shortSummaryRequest(text), input)
      : { type: "failed", failures: [] };
  if (asked.type === "cancelled") return null;
  return shortSummaryOf(asked.type === "answered" ? asked.text : text);
}
