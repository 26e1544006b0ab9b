import type { Clock } from "@squire/llm";
import type {
  AgentEvent,
  ApprovalAnswer,
  ApprovalNeeded,
  ApprovalRequest,
  CallBlock,
  Decision,
  Entry,
  EntryDraft,
  EntryType,
  JsonObject,
  JudgedCall,
  Mode,
  OutcomeMessage,
  StopReason,
  ToolDetails,
  UserContent,
} from "@squire/protocol";
import type { ToolRegistry } from "../registry.ts";
import type { ArtifactPort } from "../tool.ts";

/** The log, as the agent uses it: it only grows. */
export type LogPort = {
  /**
   * Resolves when the entry is durable by the policy of its kind. Entries are stored in the order
   * of the calls; when one is not stored, neither are those appended behind it.
   */
  append<T extends EntryType>(draft: EntryDraft<T>): Promise<Entry<T>>;
  /**
   * Resolves when the entry is written and in the view, before it is durable. The loop says nothing
   * to anybody until a later append or `flush` has made it so.
   */
  stage<T extends EntryType>(draft: EntryDraft<T>): Promise<Entry<T>>;
  /** Whether everything that was written is durable. */
  readonly isSynced: boolean;
  flush(): Promise<void>;
};

export type Gate = (call: JudgedCall) => Decision | Promise<Decision>;

/** Puts a question to whoever is there. Rejects only when the signal fires. */
export type Approve = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<ApprovalAnswer>;

/** Hooks may block a call, never let one through (PERM-18). */
export type ToolHooks = {
  /** Why the call must not run; null lets it pass. */
  before(call: JudgedCall, signal: AbortSignal): Promise<string | null>;
  after(
    call: JudgedCall,
    end: { readonly outcome: OutcomeMessage; readonly details: ToolDetails },
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * Called before a call that may change files; resolves when the present state can be brought back.
 * What it resolves with is called after the call, whatever came of it, and tells what has changed.
 */
export type Snapshot = (
  call: JudgedCall,
  signal: AbortSignal,
) => Promise<() => Promise<readonly string[]>>;

/**
 * The arguments with what was hidden from the model put back, right before they are run; null: they
 * are run as they are (SEC-2). Nothing of it is recorded or shown. Rejects where it must not run.
 */
export type Reveal = (call: JudgedCall, decision: Decision) => Promise<JsonObject | null>;

/** Where calls run; asked anew for each, since the user may move to another folder (TOOL-14). */
export type Workspace = () => {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the calls are confined by, for the record. */
  readonly sandbox?: string;
};

export type CallPorts = {
  readonly sessionId: string;
  readonly tools: ToolRegistry;
  readonly log: LogPort;
  /** Must not throw. */
  readonly emit: (event: AgentEvent) => void;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly workspace: Workspace;
  readonly gate: Gate;
  /** Null: nobody is there to be asked, so nothing that asks is allowed (C8). */
  readonly approve: Approve | null;
  /** How long an answer is waited for, as the request says it; null: as long as it takes (PERM-11). */
  readonly approvalMs: number | null;
  readonly artifacts: ArtifactPort;
  readonly hooks: ToolHooks | null;
  readonly snapshot: Snapshot | null;
  readonly reveal: Reveal | null;
  /** Shortens what the model is shown; the same object when it fits (LOOP-12). */
  readonly cap: (outcome: OutcomeMessage) => OutcomeMessage;
  /** Takes secrets out of a text (C25). */
  readonly redact: (text: string) => string;
  /** Makes pictures such that they can be sent; only asked where there are any (IMG-1). */
  readonly fit: (content: readonly UserContent[]) => Promise<readonly UserContent[]>;
};

export type CallLimits = {
  /** Calls that only read, at the same time (C23). */
  readonly parallel: number;
  readonly timeoutMs: number;
  /** How long a tool that was told to stop may take to hand back what it has. */
  readonly graceMs: number;
};

/** The turn that calls belong to. */
export type CallScope = {
  readonly runId: string;
  readonly mode: Mode;
  /** What plan mode leaves (C10). */
  readonly planTools: "readonly" | "none";
  readonly signal: AbortSignal;
  /** True once the user has said something: what has not begun does not begin (LOOP-7). */
  readonly interrupted: () => boolean;
  readonly limits: CallLimits;
};

/** A call of a reply, after repair. */
export type AskedCall = {
  /** As it stands in the reply. */
  readonly block: CallBlock;
  /** The arguments to be run; the model's own text unless it was mended. */
  readonly argsText: string;
  /** Set when it is a repetition that is not run: what the model is told instead (RPR-4). */
  readonly suppressed?: string;
  /** Set when it is clear before it begins how the call ends. */
  readonly end?: CallEnd;
};

/** How a call ended. */
export type CallEnd = {
  readonly content: OutcomeMessage["content"];
  readonly failed: boolean;
  readonly details: ToolDetails;
  /** No further call runs and the turn ends. */
  readonly stop?: StopReason;
  /** Nobody was there to approve it. */
  readonly needed?: ApprovalNeeded;
};
