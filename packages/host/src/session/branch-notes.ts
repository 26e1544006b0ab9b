import {
  branchReading,
  leftBehind,
  MOST_BRANCH_NOTES,
  summariseBranch,
  tokenCounter,
} from "@squire/agent";
import { modelKey } from "@squire/llm";
import type { ModelInfo } from "@squire/llm";
import type { AgentEvent, Entry, EntryDraft, Usage } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import type { Host } from "../open.ts";
import { CurrentModel } from "./current-model.ts";
import { wishesOf } from "./resume.ts";
import { summarisersOf } from "./summarisers.ts";

export type Leaving = {
  readonly host: Host;
  readonly session: OpenSession;
  /** Where the conversation goes on; null: at the beginning. */
  readonly toId: string | null;
};

export type NotesWish = Leaving & {
  readonly instructions?: string;
  readonly signal: AbortSignal;
  readonly emit?: (event: AgentEvent) => void;
};

/** What notes on a branch would be made of, and what they would cost. Asks nobody. */
export type NotesForecast = {
  readonly entries: number;
  readonly tokens: number;
  /** At most, about; null: a price is not known. */
  readonly costUsd: number | null;
  /** `provider/model`; null: nobody can be asked, extracts are taken (CMP-18). */
  readonly model: string | null;
};

export async function forecastNotes(leaving: Leaving): Promise<NotesForecast> {
  const { host, session } = leaving;
  const own = await ownModel(host, session);
  const asked = host.models.role("summary") ?? own;
  const { entries, tokens } = readingOf(leaving, own?.contextWindow ?? 0);
  if (asked === null || entries === 0) {
    return { entries, tokens, costUsd: 0, model: null };
  }
  await host.models.price(asked);
  const usage: Usage = { ...NO_USAGE, input: tokens, output: MOST_BRANCH_NOTES };
  const model = modelKey(asked);
  return { entries, tokens, costUsd: host.models.knownCost(model, usage), model };
}

export type Notes = {
  readonly summaryId: string;
  /** Not appended yet. */
  readonly draft: EntryDraft<"branch_summary">;
};

/** Null: there was nothing to take notes on. Whoever appends them says that they are finished. */
export async function takeNotes(wish: NotesWish): Promise<Notes | "cancelled" | null> {
  const { host, session, toId, signal, instructions, emit } = wish;
  const { reserveTokens } = host.loaded.settings.branchSummary;
  const asking = await modelOf(host, session);
  const { entries, tokens } = readingOf(wish, asking.window);
  const fromId = session.tree.leafId;
  const summaryId = crypto.randomUUID();
  if (fromId !== null && entries > 0) {
    emit?.({ type: "summary.started", summaryId, fromId, toId, entries, tokens });
  }
  const outcome = await summariseBranch({
    entries: left(wish),
    counter: tokenCounter(),
    ratio: 1,
    window: asking.window,
    reserveTokens,
    summarisers: asking.summarisers,
    signal,
    ...(instructions === undefined ? {} : { instructions }),
  });
  if (outcome.type === "nothing") return null;
  if (outcome.type === "summarised") return { summaryId, draft: outcome.draft };
  const message = "The notes were cancelled; the conversation is where it was.";
  const failure = { code: "aborted", message, retryable: true } as const;
  emit?.({ type: "summary.failed", summaryId, failure });
  return "cancelled";
}

function left({ session, toId }: Leaving): readonly Entry[] {
  const target = toId === null ? [] : session.tree.branch(toId);
  return leftBehind(session.tree.branch(), target);
}

function readingOf(leaving: Leaving, window: number) {
  const { reserveTokens } = leaving.host.loaded.settings.branchSummary;
  const counter = tokenCounter();
  const items = branchReading({ entries: left(leaving), counter, ratio: 1, window, reserveTokens });
  return { entries: items.length, tokens: items.reduce((sum, { tokens }) => sum + tokens, 0) };
}

async function ownModel(host: Host, session: OpenSession): Promise<ModelInfo | null> {
  const choice = await host.models.choose(wishesOf(session));
  return choice.ok ? choice.model : null;
}

/** Who takes the notes; nobody where no model can be asked: then extracts are taken (CMP-18). */
async function modelOf(host: Host, session: OpenSession) {
  const info = await ownModel(host, session);
  if (info === null) return { summarisers: [], window: 0 };
  const current = new CurrentModel(info, await host.models.open(info));
  await host.models.price(info);
  const costOf = host.models.knownCost.bind(host.models);
  const summarisers = await summarisersOf({ host, session, current, costOf });
  return { summarisers, window: info.contextWindow };
}
