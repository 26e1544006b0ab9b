import type {
  ApprovalRequest,
  ContextGauge,
  Job,
  Mode,
  Plan,
  PlanChange,
  PresenceClient,
  Question,
  QueueItem,
  Taint,
  ThinkingLevel,
  TodoItem,
  Trust,
  WaitingEdit,
  Workplace,
} from "@squire/protocol";
import type { AgentItem, Item } from "./item.ts";
import type { ItemList } from "./item-list.ts";

/** What a session is about now. `asking`: it waits for the user; `aborting`: it was told to stop. */
export type Status = "idle" | "working" | "asking" | "aborting";

/** A model call, a wait or a phase: what the one moving line says. */
export type Activity = {
  /** The turn that runs. */
  readonly runId: string;
  readonly startedAt: number;
  /** From 1. */
  readonly step: number;
  /** The last passing line of the host; null: none. */
  readonly text: string | null;
};

export type Phase = {
  readonly name: "planning" | "researching" | "synthesizing";
  readonly status: "idle" | "working" | "complete" | "error";
  readonly percent: number | null;
  readonly message: string;
};

/** Money and tokens; null where a price or a count is not known. */
export type Spending = {
  /** Of the turn that runs, or the last one. */
  readonly turnUsd: number | null;
  readonly sessionUsd: number | null;
  /** Part of the session's input that came from the vendor's cache, 0 to 1. */
  readonly cacheShare: number | null;
  /** What these are counted from. */
  readonly input: number;
  readonly cacheRead: number;
};

/** Everything a screen draws of one session. Made by `reduceView`, never changed in place. */
export type View = {
  readonly sessionId: string;
  /** The last event in it. */
  readonly seq: number;
  /** What `seq` counts in, as the host names it; null before the first event. */
  readonly stream: string | null;
  /** Goes up when `items` were begun anew: another branch, or too long away. */
  readonly epoch: number;
  /** Why it went up last. */
  readonly restored: "opened" | "behind" | "branch" | null;
  /** Finished: they never change again, and new ones come only at the end. */
  readonly items: ItemList<Item>;
  /** Below them, in order: still going on, or waiting for one above to finish. */
  readonly live: readonly Item[];
  /** Where `chat.replay` reads what came before `items`; null: nothing did. */
  readonly earlier: string | null;
  readonly status: Status;
  readonly activity: Activity | null;
  readonly title: string | null;
  readonly mode: Mode;
  readonly trust: Trust;
  /** `provider/model`. */
  readonly model: string;
  readonly thinking: ThinkingLevel | null;
  readonly workplace: Workplace;
  /** Messages that wait to be sent, in order. */
  readonly queue: readonly QueueItem[];
  /** Cards to answer, oldest first. */
  readonly approvals: readonly ApprovalRequest[];
  readonly questions: readonly Question[];
  readonly todos: readonly TodoItem[];
  readonly plan: { readonly plan: Plan; readonly change: PlanChange | null } | null;
  /** Edits in words that wait for `/apply` or `/discard`, the oldest first. */
  readonly edits: readonly WaitingEdit[];
  /** Untrusted text is in what the model sees. */
  readonly taint: Taint;
  readonly jobs: readonly Job[];
  /** Subagents of the running turn. */
  readonly agents: readonly AgentItem[];
  readonly phase: Phase | null;
  readonly context: ContextGauge;
  readonly spending: Spending;
  readonly clients: readonly PresenceClient[];
  /** For the reducer alone. */
  readonly inner: Inner;
};

/** What the reducer has to remember and no screen draws. */
export type Inner = {
  /** How many replies the running turn has had: gives their parts a name. */
  readonly replies: number;
  /** Somebody has told the turn to stop. */
  readonly stopping: boolean;
};
