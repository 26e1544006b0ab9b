import { join } from "node:path";
import { judgeBudget } from "@squire/agent";
import { LEASE_FILE, learn } from "@squire/memory";
import type { ArtifactStore, LearnReport } from "@squire/memory";
import { openFileLock, systemClock } from "@squire/platform";
import type { Entry } from "@squire/protocol";
import { ledgerPath, openLedger } from "@squire/session";
import type { SessionStore } from "@squire/session";
import { openSessions } from "../open-sessions.ts";
import type { Host } from "../open.ts";
import { exportRedactor } from "../research/export-redactor.ts";
import { learningModels } from "./learning-models.ts";
import type { OnSpent } from "./learning-models.ts";
import { artifactsOf, isLearning, NOT_ON, runLogOf } from "./place.ts";
import { pastSessions } from "./past-sessions.ts";

export type LearnWish = {
  readonly signal: AbortSignal;
  /** The user asks for it now. */
  readonly atOnce?: boolean;
  readonly now?: () => number;
  /** Told when there is something to do, and that is on record. */
  readonly onBegun?: () => void;
  /** One at a time; null: somebody else has it. */
  readonly lease?: (path: string) => Disposable | null;
};

export type Learned =
  | { readonly type: "learned"; readonly report: LearnReport }
  /** Another process is at it. */
  | { readonly type: "busy" }
  | { readonly type: "off"; readonly why: string };

/** Learns from the past sessions of this project, one process at a time (MEM-9). */
export async function learnHere(host: Host, wish: LearnWish): Promise<Learned> {
  const store = artifactsOf(host);
  if (!isLearning(host)) return { type: "off", why: NOT_ON };
  if (store === null) return { type: "off", why: "this folder is no project" };
  const spending = new Spending(host, wish.now ?? systemClock.now);
  const models = await learningModels(host, spending.add);
  if (!models.ok) return { type: "off", why: models.why };
  using lease = (wish.lease ?? takeLease)(join(store.folder, LEASE_FILE));
  if (lease === null) return { type: "busy" };
  const { store: logs } = await openSessions(host.home);
  const report = await learn({
    store,
    log: runLogOf(store, wish.now),
    ...(await pastSessions(host, logs)),
    read: (id) => entriesOf(logs, id),
    extractor: models.extractor,
    consolidator: models.consolidator,
    redact: exportRedactor(host.env),
    now: wish.now ?? systemClock.now,
    overBudget: () => spending.over(),
    signal: wish.signal,
    ...(wish.atOnce === undefined ? {} : { atOnce: wish.atOnce }),
    ...(wish.onBegun === undefined ? {} : { onBegun: wish.onBegun }),
  });
  return { type: "learned", report };
}

/** The system lets go of it when its holder dies, however that happens: no lease is ever stale. */
function takeLease(path: string): Disposable | null {
  const lock = openFileLock(path);
  if (lock.take("alone")) return lock;
  lock[Symbol.dispose]();
  return null;
}

/** Forgets all that was learned here, for as long as nothing new is said; false: another process is learning. */
export async function forgetLearned(host: Host, store: ArtifactStore): Promise<boolean> {
  using lease = takeLease(join(store.folder, LEASE_FILE));
  if (lease === null) return false;
  const { store: logs } = await openSessions(host.home);
  store.clear((await pastSessions(host, logs)).sessions);
  return true;
}

async function entriesOf(store: SessionStore, id: string): Promise<(() => Iterable<Entry>) | null> {
  const read = await store.read(id).catch(() => null);
  return read === null ? null : () => knownEntries(read.tree.entries());
}

function* knownEntries(
  entries: ReturnType<Awaited<ReturnType<SessionStore["read"]>>["tree"]["entries"]>,
): Generator<Entry> {
  for (const entry of entries) if (entry.kind === "known") yield entry.value;
}

/** What learning costs: in the ledger like all else, and within the limits of a session (USE-2, ESC-7). */
class Spending {
  readonly #host: Host;
  readonly #now: () => number;
  readonly #startedAt: number;
  #usd = 0;
  #tokens = 0;
  #unpriced = 0;

  constructor(host: Host, now: () => number) {
    this.#host = host;
    this.#now = now;
    this.#startedAt = now();
  }

  readonly add: OnSpent = async (model, usage, costUsd) => {
    const [input, output, cached] = [usage.input ?? 0, usage.output ?? 0, usage.cacheRead ?? 0];
    this.#usd += costUsd ?? 0;
    this.#tokens += input + output;
    if (costUsd === null) this.#unpriced++;
    const { sessionPorts } = await import("../sessions.ts");
    const row = {
      ts: this.#now(),
      session: "memory",
      model,
      promptTokens: input,
      completionTokens: output,
      cacheHitTokens: cached,
      cacheMissTokens: Math.max(0, input - cached),
      costUsd,
      kind: "memory",
    } as const;
    await openLedger(sessionPorts(), ledgerPath(this.#host.home)).append([row]);
  };

  over(): string | null {
    const { budgetUsd, budgetTokens, budgetWall } = this.#host.loaded.settings;
    const wallMs = this.#now() - this.#startedAt;
    const limits = { usd: budgetUsd, tokens: budgetTokens, wallMs: budgetWall * 1000 };
    const spent = { usd: this.#usd, tokens: this.#tokens, wallMs, unpriced: this.#unpriced };
    const { exceeded } = judgeBudget(limits, spent);
    return exceeded === null ? null : `the budget is used up: ${exceeded}`;
  }
}
