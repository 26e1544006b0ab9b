import type { Entry, EntryDraft, SessionHeader } from "@squire/protocol";
import { LogError } from "./log/log-error.ts";
import type { LogProblem } from "./log/problem.ts";
import type { Repair } from "./log/tail.ts";
import type { Log } from "./log/log.ts";
import type { Recovery } from "./recover.ts";
import type { SessionView } from "./session-view.ts";
import { lastTurnOf } from "./tree/facts.ts";
import type { BranchState } from "./tree/state.ts";
import type { Tree } from "./tree/tree.ts";
import type { UsageTotals } from "./tree/usage.ts";
import type { TurnUsage } from "./usage/turn-usage.ts";

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
  /** It was brought in from elsewhere, whatever branch it is on. */
  readonly imported: boolean;
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
  /** How many replies it holds. */
  replies(): number;
  /** Its last turn and what that has cost; null before anything was spent. */
  lastTurn(): TurnUsage | null;
  /** Since this process opened it, and since it began (C24). */
  usage(): { readonly run: UsageTotals; readonly session: UsageTotals };
};

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
    get imported() {
      return view.imported;
    },
    async append(draft) {
      assertTarget(view.tree, draft);
      return log.append(draft);
    },
    stage: (draft) => log.stage(draft),
    get isSynced() {
      return log.isSynced;
    },
    async flush() {
      await log.flush();
      await view.flushed();
    },
    close: () => log.close(),
    state: () => view.facts().state,
    replies: () => view.facts().replies,
    lastTurn: () => lastTurnOf(view.facts()),
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
