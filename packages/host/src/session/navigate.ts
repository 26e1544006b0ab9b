import { leftBehind, summariseBranch, tokenCounter } from "@squire/agent";
import type { EntryDraft } from "@squire/protocol";
import { askBefore } from "@squire/session";
import type { OpenSession, PreListener } from "@squire/session";
import type { Host } from "../open.ts";
import { CurrentModel } from "./current-model.ts";
import { wishesOf } from "./resume.ts";
import { summarisersOf } from "./summarisers.ts";

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
  const notes =
    given === undefined || fromId === null
      ? await notesOn(input)
      : ({ type: "branch_summary", fromId, ...given, fromExtension: true } as const);
  if (notes === "cancelled") return { type: "cancelled", reason: "It was cancelled." };
  await session.append({ type: "leaf", targetId: toId });
  if (notes !== null) await session.append(notes);
  await session.flush();
  return { type: "moved", leafId: session.tree.leafId, summary: notes?.summary ?? null };
}

async function notesOn(
  input: NavigateInput,
): Promise<EntryDraft<"branch_summary"> | "cancelled" | null> {
  const { host, session, toId, signal, instructions } = input;
  const { branchSummary } = host.loaded.settings;
  if (!(input.summarise ?? branchSummary.enabled)) return null;
  const target = toId === null ? [] : session.tree.branch(toId);
  const entries = leftBehind(session.tree.branch(), target);
  const asking = await modelOf(host, session);
  const outcome = await summariseBranch({
    entries,
    counter: tokenCounter(),
    ratio: 1,
    window: asking.window,
    reserveTokens: branchSummary.reserveTokens,
    summarisers: asking.summarisers,
    signal,
    ...(instructions === undefined ? {} : { instructions }),
  });
  if (outcome.type === "cancelled") return outcome.type;
  return outcome.type === "nothing" ? null : outcome.draft;
}

/** Who takes the notes; nobody where no model can be asked: then extracts are taken (CMP-18). */
async function modelOf(host: Host, session: OpenSession) {
  const choice = await host.models.choose(wishesOf(session));
  if (!choice.ok) return { summarisers: [], window: 0 };
  const { model: info } = choice;
  const current = new CurrentModel(info, await host.models.open(info));
  await host.models.price(info);
  const costOf = host.models.knownCost.bind(host.models);
  const summarisers = await summarisersOf({ host, session, current, costOf });
  return { summarisers, window: info.contextWindow };
}
