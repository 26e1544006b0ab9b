import type { CompactionSettings, EndOfTurn, Summariser } from "@squire/agent";
import {
  branchViewer,
  cacheStateOf,
  compact,
  compactionFailed,
  CONTINUE_TEXT,
  overflowFailed,
  planEndOfTurn,
  promptTokensOf,
  stepsAfter,
  tokenCounter,
} from "@squire/agent";
import type { ModelInfo, Price } from "@squire/llm";
import type { AgentEvent, Entry, EntryDraft } from "@squire/protocol";
import { NO_USAGE, userText } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";

export type ShorteningInput = {
  readonly session: OpenSession;
  readonly info: () => ModelInfo;
  /** The first one that answers is taken. */
  readonly summarisers: () => Promise<readonly Summariser[]>;
  readonly settings: CompactionSettings;
  /** Of system text and tools, estimated. */
  readonly fixedTokens: number;
  readonly price: () => Promise<Price | null>;
  readonly emit: (event: AgentEvent) => void;
};

type Reason = "threshold" | "overflow" | "manual";

/** Of the next request, estimated. */
export type Shortened = { readonly tokensBefore: number; readonly tokensAfter: number };

/** Shortens a session where that pays (LOOP-16) or where it must be (CMP-2). */
export class Shortening {
  readonly #input: ShorteningInput;
  readonly #counter = tokenCounter();
  readonly #viewer = branchViewer(this.#counter);
  /** A model that fills the window whenever it is asked to go on must not keep itself going. */
  #wentOn = false;

  constructor(input: ShorteningInput) {
    this.#input = input;
  }

  /** What is done once a turn is over. */
  readonly endOfTurn: EndOfTurn = async (result, { signal }) => {
    const { settings } = this.#input;
    const mayGoOn = settings.autoContinue && !this.#wentOn;
    this.#wentOn = false;
    const now = this.#look();
    const price = await this.#input.price();
    const plan = planEndOfTurn({
      ...now,
      price,
      cache: cacheStateOf(lastUsage(now.branch), price),
      steps: stepsAfter(this.#input.session.replies()),
    });
    await this.#appendAll(plan.prunes);
    if (plan.prefixBreak !== null) await this.#breakPrefix(plan.prefixBreak);
    // After a turn that went wrong the user decides what comes next.
    if (!plan.compact || result.status !== "finished") return {};
    if ((await this.shorten("threshold", { signal })) === null || !mayGoOn) return {};
    this.#wentOn = true;
    return { goOn: userText(CONTINUE_TEXT) };
  };

  /** Null when the view has not become smaller. */
  async shorten(
    reason: Reason,
    { signal, instructions }: { readonly signal: AbortSignal; readonly instructions?: string },
  ): Promise<Shortened | null> {
    const { session, emit, fixedTokens } = this.#input;
    const now = this.#look();
    const tokensBefore = now.promptTokens;
    const compactionId = crypto.randomUUID();
    const willRetry = reason === "overflow";
    emit({ type: "compaction.started", compactionId, reason, willRetry, tokensBefore });
    const outcome = await compact({
      ...now,
      branch: [...session.tree.keepsakes(), ...now.branch],
      reason,
      fixedTokens,
      summarisers: await this.#input.summarisers(),
      signal,
      ...(instructions === undefined ? {} : { instructions }),
    });
    if (outcome.type === "nothing" || outcome.type === "cancelled") {
      const why = outcome.type === "nothing" ? outcome.message : "it was cancelled.";
      this.#failed(compactionId, reason, why);
      return null;
    }
    const kept = outcome.type === "compacted" ? await session.append(outcome.draft) : null;
    await this.#appendAll(outcome.prunes);
    await this.#breakPrefix(outcome.prefixBreak);
    const tokensAfter = kept?.tokensAfter ?? this.#look().promptTokens;
    const entryId = kept?.id ?? session.tree.leafId ?? compactionId;
    emit({ type: "compaction.finished", compactionId, entryId, tokensBefore, tokensAfter });
    return { tokensBefore, tokensAfter };
  }

  #look() {
    const { session, info, settings, fixedTokens } = this.#input;
    const branch = session.tree.view();
    const view = this.#viewer(branch);
    const promptTokens = promptTokensOf(view, { fixed: fixedTokens, ratio: 1 });
    const counter = this.#counter;
    return {
      branch,
      view,
      counter,
      promptTokens,
      window: info().contextWindow,
      ratio: 1,
      settings,
    };
  }

  #failed(compactionId: string, reason: Reason, why: string): void {
    const message = reason === "overflow" ? overflowFailed(why) : compactionFailed(why);
    const failure = { code: "limit", message, retryable: false } as const;
    this.#input.emit({ type: "compaction.failed", compactionId, failure });
  }

  async #breakPrefix(draft: EntryDraft<"prefix_break">): Promise<void> {
    await this.#input.session.append(draft);
    const { cause, tokensLost } = draft;
    this.#input.emit({ type: "prefix.changed", cause, tokensLost });
  }

  async #appendAll(drafts: readonly EntryDraft[]): Promise<void> {
    for (const draft of drafts) await this.#input.session.append(draft);
  }
}

function lastUsage(branch: readonly Entry[]) {
  const last = branch.findLast((entry) => entry.type === "usage" && entry.kind === "turn");
  return last?.type === "usage" ? last.usage : NO_USAGE;
}
