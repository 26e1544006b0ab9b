import type {
  AgentEvent,
  ApprovalAnswer,
  ApprovalRequest,
  Citation,
  Effect,
  JsonValue,
  ModelFailure,
  Plan,
  PlanChange,
  StopReason,
  ToolDetails,
  Usage,
  UserFailure,
  UserImage,
} from "@squire/protocol";

/** What every item has. The id is stable from the first time the item is seen, live or restored. */
type Head = {
  readonly id: string;
  /** When it began: milliseconds since the epoch. */
  readonly at: number;
  /** The turn it belongs to, where it belongs to one. */
  readonly runId: string | null;
};

/** What the user said. */
export type UserItem = Head & {
  readonly kind: "user";
  /** As it was sent, with what `@path` stood for cut off. */
  readonly text: string;
  /** The paths that `@path` brought along. */
  readonly files: readonly string[];
  readonly images: readonly UserImage[];
  /** Squire wrote it itself. */
  readonly synthetic: boolean;
  readonly entryId: string;
};

/** What the model says, as Markdown source; it may still grow. */
export type TextItem = Head & {
  readonly kind: "text";
  readonly text: string;
  /** `cut`: the reply ended before its end. */
  readonly state: "streaming" | "done" | "cut";
};

/** What the model thinks before it says something; may be empty where the vendor hides it. */
export type ThinkingItem = Head & {
  readonly kind: "thinking";
  readonly text: string;
  readonly state: "streaming" | "done" | "cut";
};

/** Where a call is. */
export type ToolState =
  /** The model is still writing its arguments. */
  | "writing"
  /** Written, not begun. */
  | "waiting"
  /** Somebody has to approve it. */
  | "asking"
  | "running"
  | "done";

/** The diff of an edit that is still being written, or waits to be begun (EDIT-8). */
export type EditPreview = Pick<AgentEvent<"edit.previewed">, "files" | "whole">;

/** How a call ended. */
export type ToolEnd = {
  readonly ok: boolean;
  /** One line: what came of it. */
  readonly summary: string;
  /** What the model was shown. */
  readonly text: string;
  readonly images: number;
  readonly details: ToolDetails;
};

/** A call from the first word of its arguments to its outcome. */
export type ToolItem = Head & {
  readonly kind: "tool";
  readonly callId: string;
  readonly name: string;
  readonly state: ToolState;
  /** One line: what it does; the name until that is known. */
  readonly summary: string;
  readonly effect: Effect | null;
  /** Null until it begins. */
  readonly args: JsonValue | null;
  /** The raw text of the arguments, as far as it was written. */
  readonly argsText: string;
  /** The newest output of a call that runs; "" before and after. */
  readonly output: string;
  readonly startedAt: number | null;
  readonly approval: ApprovalView | null;
  /** What an edit would change; null once it has ended: then its outcome says what it changed. */
  readonly preview: EditPreview | null;
  readonly end: ToolEnd | null;
};

/** A question of the gate with its answer. */
export type ApprovalView = {
  readonly request: ApprovalRequest;
  readonly answer: ApprovalAnswer | null;
};

/** What the user ran by hand behind `!`. */
export type ShellItem = Head & {
  readonly kind: "shell";
  readonly command: string;
  readonly cwd: string;
  readonly private: boolean;
  readonly output: string;
  readonly running: boolean;
  readonly exitCode: number | null;
  readonly truncated: boolean;
  readonly durationMs: number | null;
};

/** Something to know: a warning, a note, a repair, another model. `code` says which. */
export type NoticeItem = Head & {
  readonly kind: "notice";
  readonly level: "info" | "warning";
  readonly code: string;
  readonly text: string;
};

/** A turn that failed: what happened and what to do. */
export type ErrorItem = Head & { readonly kind: "error"; readonly failure: UserFailure };

/** Somebody waits for a model to answer after all. */
export type RetryItem = Head & {
  readonly kind: "retry";
  readonly attempt: number;
  readonly waitMs: number;
  readonly failure: ModelFailure;
  /** Null while it is waited for. */
  readonly ok: boolean | null;
};

/** What came before was summarised. */
export type CompactionItem = Head & {
  readonly kind: "compaction";
  readonly state: "running" | "done" | "failed";
  readonly tokensBefore: number;
  readonly tokensAfter: number | null;
  readonly summary: string | null;
  readonly failure: UserFailure | null;
};

/** Notes on a branch that was left (CMP-12). */
export type SummaryItem = Head & {
  readonly kind: "summary";
  readonly state: "running" | "done" | "failed";
  /** Null where nobody saw it begin. */
  readonly tokens: number | null;
  readonly summary: string | null;
  readonly failure: UserFailure | null;
};

/** Something happened to the plan. */
export type PlanItem = Head & {
  readonly kind: "plan";
  readonly change: PlanChange;
  readonly plan: Plan;
};

/** A question of the agent with its answer. */
export type AnswerItem = Head & {
  readonly kind: "answer";
  readonly questionId: string;
  readonly prompt: string;
  /** The option or the words that were chosen; null: no answer. */
  readonly answer: string | null;
};

/** Files or talk were taken back. */
export type RewindItem = Head & {
  readonly kind: "rewind";
  readonly what: "code" | "conversation" | "both";
  readonly turns: number;
  readonly files: readonly string[];
  readonly undo: boolean;
};

/** A subagent. */
export type AgentItem = Head & {
  readonly kind: "agent";
  readonly agentId: string;
  readonly task: string;
  readonly running: boolean;
  readonly step: number;
  readonly summary: string;
  readonly ok: boolean | null;
  readonly durationMs: number | null;
  readonly costUsd: number | null;
};

/** Sources that were checked for the answer before them. */
export type CitationsItem = Head & {
  readonly kind: "citations";
  readonly citations: readonly Citation[];
};

/** The end of a turn with its numbers. */
export type TurnItem = Head & {
  readonly kind: "turn";
  readonly end: "finished" | "aborted" | "failed";
  readonly reason: StopReason | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly durationMs: number | null;
};

/** One thing of the transcript. */
export type Item =
  | UserItem
  | TextItem
  | ThinkingItem
  | ToolItem
  | ShellItem
  | NoticeItem
  | ErrorItem
  | RetryItem
  | CompactionItem
  | SummaryItem
  | PlanItem
  | AnswerItem
  | RewindItem
  | AgentItem
  | CitationsItem
  | TurnItem;

export type ItemKind = Item["kind"];
