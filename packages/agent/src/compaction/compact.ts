import type { Entry, EntryDraft, ModelFailure } from "@squire/protocol";
import { partTokens } from "./compact-input.ts";
import type { CompactInput } from "./compact-input.ts";
import type { Cut } from "./cut.ts";
import { cutOptions, findCut } from "./cut.ts";
import { collectFiles, filesIn, NO_FILES } from "./files.ts";
import type { Forecast } from "./forecast.ts";
import { forecast } from "./forecast.ts";
import { keepsakesOf, keepsakeText } from "./keepsakes.ts";
import { compactionLimit } from "./limits.ts";
import type { Candidate } from "./overlay.ts";
import { shrinkToFit } from "./shrink-to-fit.ts";
import { summaryDetails, summaryText } from "./summary-text.ts";
import { shortNotes, takeNotes } from "./take-notes.ts";
import type { Notes } from "./take-notes.ts";

export type Compacted = {
  readonly type: "compacted";
  readonly draft: EntryDraft<"compaction">;
  /** To be appended after it: what stays was still too large. */
  readonly prunes: readonly EntryDraft<"prune">[];
  readonly prefixBreak: EntryDraft<"prefix_break">;
  /** Who wrote it; null when no summariser could (CMP-18). */
  readonly by: string | null;
  readonly failures: readonly ModelFailure[];
};

export type CompactOutcome =
  | Compacted
  /** There was nothing a summary could replace, but results could be shortened. */
  | {
      readonly type: "shrunk";
      readonly prunes: readonly EntryDraft<"prune">[];
      readonly prefixBreak: EntryDraft<"prefix_break">;
    }
  | { readonly type: "nothing"; readonly message: string }
  | { readonly type: "cancelled" };

/**
 * Replaces the older part of a view by a summary (CMP-5..CMP-10). Appends nothing itself. With a
 * working summariser or without, the session goes on; cancelled, nothing has changed (CMP-13).
 */
export async function compact(input: CompactInput): Promise<CompactOutcome> {
  const { view, signal } = input;
  if (signal.aborted) return { type: "cancelled" };
  const cut = findCut(view.items, cutOptions(input));
  if (cut === null) return withoutSummary(input, "There is nothing to compact yet.");
  const notes = await takeNotes(input, cut);
  if (notes === null) return { type: "cancelled" };
  const short = await shortNotes(input, notes);
  if (short === null) return { type: "cancelled" };
  return assemble(input, cut, notes, short);
}

/** Less is eaten up by the words around a summary, and is not worth a broken cache. */
const LEAST_SAVED = 64;

function assemble(
  input: CompactInput,
  cut: Cut,
  notes: Notes,
  shortSummary: string,
): CompactOutcome {
  const { branch, view, counter, ratio, reason, promptTokens, preserveData } = input;
  const removed = view.items.slice(0, cut.index).map(({ entry }) => entry);
  const earlier =
    view.compaction?.fromExtension === true ? NO_FILES : filesIn(view.compaction?.details);
  const files = collectFiles(earlier, removed);
  const keepsakes = keepsakeText(keepsakesOf(branch, input.standing), {
    count: counter.text,
    partTokens: partTokens(input, "keepsakes"),
  });
  const summary = summaryText(keepsakes, notes.text, files);
  const summaryTokens = counter.text(summary);
  const saved = Math.round((view.tokens - cut.keptTokens - summaryTokens) * ratio);
  if (saved < LEAST_SAVED) {
    return withoutSummary(input, "A summary would be as long as what it replaces.");
  }
  const fitting = fitRest(input, cut.index, promptTokens - saved);
  const total = saved + savedBy(fitting);
  const draft: EntryDraft<"compaction"> = {
    type: "compaction",
    summary,
    ...(shortSummary === "" ? {} : { shortSummary }),
    firstKeptId: cut.firstKeptId,
    tokensBefore: promptTokens,
    tokensAfter: Math.max(0, promptTokens - total),
    reason,
    details: summaryDetails(notes.text, files, notes.by),
    ...(preserveData === undefined ? {} : { preserveData }),
  };
  const bytesSaved = Math.max(0, bytesOf(removed) - Buffer.byteLength(summary));
  const prefixBreak = breakDraft(input, "compaction", bytesSaved, total);
  const prunes = shrinkDrafts(fitting);
  return { type: "compacted", draft, prunes, prefixBreak, by: notes.by, failures: notes.failures };
}

/** When there is nothing to summarise, long results are all that can go. */
function withoutSummary(input: CompactInput, message: string): CompactOutcome {
  const fitting = input.reason === "manual" ? [] : fitRest(input, 0, input.promptTokens);
  const bytesSaved = fitting.reduce((sum, candidate) => sum + candidate.bytesSaved, 0);
  if (fitting.length === 0) return { type: "nothing", message };
  const prefixBreak = breakDraft(input, "shrink", bytesSaved, savedBy(fitting));
  return { type: "shrunk", prunes: shrinkDrafts(fitting), prefixBreak };
}

/** A prompt that a vendor refused must shrink, whatever we think of its size. */
const AFTER_OVERFLOW = 0.6;

function fitRest(input: CompactInput, from: number, promptTokens: number): readonly Candidate[] {
  const { view, counter, ratio, window, settings, reason } = input;
  const limit = compactionLimit(window, { ...settings, enabled: true }) ?? Number.POSITIVE_INFINITY;
  const most =
    reason === "overflow" ? input.promptTokens * AFTER_OVERFLOW : Number.POSITIVE_INFINITY;
  const excess = promptTokens - Math.min(limit, most);
  const kept = view.items.slice(from).reduce((sum, { tokens }) => sum + tokens, 0) * ratio;
  return excess <= 0 ? [] : shrinkToFit(view, { counter, ratio, from, target: kept - excess });
}

function shrinkDrafts(candidates: readonly Candidate[]): readonly EntryDraft<"prune">[] {
  if (candidates.length === 0) return [];
  const overlays = candidates.map(({ overlay }) => overlay);
  return [{ type: "prune", cause: "shrink", overlays, tokensSaved: savedBy(candidates) }];
}

function savedBy(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { overlay }) => sum + overlay.tokensSaved, 0);
}

/** CMP-16: everything behind system text and tools has to be read anew. */
function breakDraft(
  { promptTokens, fixedTokens, terms }: CompactInput,
  cause: EntryDraft<"prefix_break">["cause"],
  bytesSaved: number,
  saved: number,
): EntryDraft<"prefix_break"> {
  const before = Math.min(fixedTokens, promptTokens);
  const cost: Forecast | null =
    terms === undefined ? null : forecast({ promptTokens, before, saved }, terms);
  const isCached = terms === undefined || terms.cache === "warm";
  return {
    type: "prefix_break",
    cause,
    bytesSaved,
    tokensLost: isCached ? promptTokens - before : 0,
    ...(cost === null ? {} : { forecast: cost }),
  };
}

function bytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => {
    if (entry.type === "message") return sum + Buffer.byteLength(JSON.stringify(entry.message));
    return entry.type === "tool_result"
      ? sum + Buffer.byteLength(JSON.stringify(entry.outcome))
      : sum;
  }, 0);
}
