import type { Entry, EntryDraft, SessionHeader } from "@squire/protocol";
import { LogError } from "./log/log-error.ts";
import type { LogObserver } from "./log/open.ts";
import type { LogProblem } from "./log/problem.ts";
import type { LogEntry } from "./log/read.ts";
import type { Repair } from "./log/tail.ts";
import type { Log } from "./log/log.ts";
import type { Recovery } from "./recover.ts";
import { branchFold } from "./tree/branch-fold.ts";
import { EMPTY_STATE, reduceState } from "./tree/state.ts";
import type { BranchState } from "./tree/state.ts";
import { buildTree } from "./tree/tree.ts";
import type { Tree } from "./tree/tree.ts";
import { addUsage, NO_TOTALS } from "./tree/usage.ts";
import type { UsageTotals } from "./tree/usage.ts";

/** What opening a session found and mended, to be told to the user. */
export type Mended = {
  readonly problems: readonly LogProblem[];
  readonly repair: Repair;
  readonly recovery: Recovery;
};

export const NOTHING_MENDED: Mended = {
  problems: [],
  repair: { cutBytes: 0, keptAt: null },
  recovery: { closedCalls: 0, abortedRequest: false },
};

/** A session this process may write to. Whoever opened it closes it. */
export type OpenSession = AsyncDisposable & {
  readonly header: SessionHeader;
  /** Null when nothing is written (SES-17). */
  readonly path: string | null;
  readonly tree: Tree;
  readonly mended: Mended;
  /** See `Log`. Also rejects a `leaf` that leads nowhere. */
  append<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>>;
  /** See `Log`. */
  stage<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>>;
  readonly isSynced: boolean;
  /** To be called at the end of each turn. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** What the active branch says. */
  state(): BranchState;
  /** Since this process opened it, and since it began (C24). */
  usage(): { readonly run: UsageTotals; readonly session: UsageTotals };
};

/** The entries of a session as they come in, old and new. */
export class SessionView implements LogObserver {
  readonly tree: Tree = buildTree();
  readonly #state = branchFold<BranchState>(EMPTY_STATE, reduceState);
  #session = NO_TOTALS;
  #run = NO_TOTALS;
  #isNew = false;

  entry(entry: LogEntry): void {
    this.tree.push(entry);
    if (entry.kind !== "known" || entry.value.type !== "usage") return;
    this.#session = addUsage(this.#session, entry.value);
    if (this.#isNew) this.#run = addUsage(this.#run, entry.value);
  }

  leafId(): string | null {
    return this.tree.leafId;
  }

  /** From now on entries belong to this run. */
  startRun(): void {
    this.#isNew = true;
  }

  state(): BranchState {
    return this.#state(this.tree.branch());
  }

  usage(): ReturnType<OpenSession["usage"]> {
    return { run: this.#run, session: this.#session };
  }
}

export type SessionParts = {
  readonly header: SessionHeader;
  readonly path: string | null;
  readonly log: Log;
  readonly view: SessionView;
  readonly mended: Mended;
};

export function openSession({ header, path, log, view, mended }: SessionParts): OpenSession {
  view.startRun();
  return {
    header,
    path,
    tree: view.tree,
    mended,
    async append(draft) {
      assertTarget(view.tree, draft);
      return log.append(draft);
    },
    stage: (draft) => log.stage(draft),
    get isSynced() {
      return log.isSynced;
    },
    flush: () => log.flush(),
    close: () => log.close(),
    state: () => view.state(),
    usage: () => view.usage(),
    [Symbol.asyncDispose]: () => log.close(),
  };
}

/** Of what is still on its way into the log nobody has the id. */
function assertTarget(tree: Tree, draft: EntryDraft): void {
  if (draft.type !== "leaf" || draft.targetId === null) return;
  if (tree.get(draft.targetId) !== undefined) return;
  throw new LogError("invalid", `There is no entry ${draft.targetId} in this session.`, {
    advice: "Choose one that `squire session tree` shows.",
  });
}
