import { askBefore } from "@squire/session";
import type { GivenSummary, OpenSession, PreListener } from "@squire/session";
import type { AgentEvent } from "@squire/protocol";
import type { Host } from "../open.ts";
import { takeNotes } from "./branch-notes.ts";
import type { Notes } from "./branch-notes.ts";

export type NavigateInput = {
  readonly host: Host;
  readonly session: OpenSession;
  /** The entry that the conversation goes on from; null: the beginning. */
  readonly toId: string | null;
  /** Take notes on what is left behind; absent: as `branch_summary.enabled` says. */
  readonly summarise?: boolean;
  /** What the notes should look at. */
  readonly instructions?: string;
  readonly before?: readonly PreListener[];
  readonly signal: AbortSignal;
  /** Told while notes are taken. */
  readonly emit?: (event: AgentEvent) => void;
};

export type Navigated =
  | {
      readonly type: "moved";
      readonly leafId: string | null;
      /** The notes, where some were taken. */
      readonly summary: string | null;
    }
  /** It is there already. */
  | { readonly type: "here" }
  /** The end of the branch is where it was (CMP-13). */
  | { readonly type: "cancelled"; readonly reason: string };

/**
 * Goes on from another entry of the tree (SES-7), with notes on the branch that is left, attached
 * where it goes on (CMP-12). Rejects with a `LogError` for an entry that is not there.
 */
export async function navigate(input: NavigateInput): Promise<Navigated> {
  const { session, toId, before = [], signal } = input;
  const { leafId: fromId } = session.tree;
  if (toId === fromId) return { type: "here" };
  const sessionId = session.header.id;
  const event = { type: "before_tree", sessionId, fromId, toId } as const;
  const asked = await askBefore(before, event, { signal });
  if (asked.type === "cancelled") return asked;
  const { summary: given } = asked.answer;
  const notes = given === undefined || fromId === null ? await notesOn(input) : own(fromId, given);
  if (notes === "cancelled") return { type: "cancelled", reason: "It was cancelled." };
  await session.append({ type: "leaf", targetId: toId });
  if (notes !== null) await attach(input, notes);
  await session.flush();
  return { type: "moved", leafId: session.tree.leafId, summary: notes?.draft.summary ?? null };
}

/** As far as they are wanted. */
async function notesOn(input: NavigateInput): Promise<Notes | "cancelled" | null> {
  const { host, summarise } = input;
  const wanted = summarise ?? host.loaded.settings.branchSummary.enabled;
  return wanted ? takeNotes(input) : null;
}

function own(fromId: string, given: GivenSummary): Notes {
  const draft = { type: "branch_summary", fromId, ...given, fromExtension: true } as const;
  return { summaryId: crypto.randomUUID(), draft };
}

async function attach({ session, emit }: NavigateInput, { summaryId, draft }: Notes) {
  const { id: entryId, fromId, summary } = await session.append(draft);
  emit?.({ type: "summary.finished", summaryId, entryId, fromId, summary });
}
