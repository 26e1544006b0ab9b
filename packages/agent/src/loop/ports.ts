import type {
  AssistantMessage,
  Effect,
  FinishReason,
  JsonObject,
  Message,
  Model,
  ModelFailure,
  ModelRequest,
  TodoItem,
  ToolDetails,
  Usage,
  UserMessage,
} from "@squire/protocol";
import type { AskedCall, CallPorts } from "../tool/pipeline/ports.ts";
import type { Spent } from "./budget.ts";
import type { MakeGuide } from "./guide.ts";
import type { TurnResult } from "./turn-result.ts";

/** RPR-1: what was done to the calls of a reply. */
export type RepairReport = {
  readonly scavenged: number;
  readonly truncationsFixed: number;
  readonly renamed: number;
  readonly stormsBroken: number;
  readonly notes: readonly string[];
};

export type RepairInput = {
  readonly message: AssistantMessage;
  readonly reason: FinishReason;
  /** The name a tool goes by, from any spelling of it; null when there is no such tool. */
  readonly canonicalName: (name: string) => string | null;
  /** What a call would do; null where that cannot be told. */
  readonly effectOf: (name: string, args: JsonObject) => Effect | null;
  /** For calls that the reply only talks about. */
  readonly newCallId: () => string;
};

/** The block is the call as it stands in the repaired message. */
export type RepairedCall = Pick<AskedCall, "block" | "argsText" | "suppressed">;

export type Repaired = {
  /** The reply, with the calls that were found in its words. */
  readonly message: AssistantMessage;
  /** One for each call of the message, in order. */
  readonly calls: readonly RepairedCall[];
  readonly report: RepairReport;
};

/** Made anew for each turn: what counts as a storm is forgotten with it. */
export type TurnRepair = {
  repair(input: RepairInput): Repaired;
  /** What the model was shown for a call of the last reply, so that repetition can be told. */
  answered(call: RepairedCall, text: string): void;
};

/** Calls that a reply asks for in its words alone, such as edits written out in them (EDIT-3). */
export type CallsInWords = (
  text: string,
) => readonly { readonly name: string; readonly args: JsonObject }[];

/** What is asked while the arguments of a call come in (LOOP-23): why it cannot apply any more. */
export type GuardCall = (call: {
  readonly name: string;
  /** All of the raw argument text so far. */
  readonly argsText: string;
}) => Promise<string | null>;

/** After an overflow: true when the view has become smaller and the request is worth another try. */
export type OnOverflow = (problem: {
  readonly failure: ModelFailure;
  readonly signal: AbortSignal;
}) => Promise<boolean>;

/**
 * Shrinks and compacts where it pays; the only time when that is done (LOOP-16). May ask for the
 * model to go on (CMP-3). Also called after a turn that failed or was aborted.
 */
export type EndOfTurn = (
  result: TurnResult,
  options: { readonly signal: AbortSignal },
) => Promise<{ readonly goOn?: UserMessage }>;

/** Facts that change while a session runs; each becomes a context entry before the turn (LOOP-27). */
export type VolatileFacts = (turn: {
  readonly userText: string;
}) => Promise<readonly { readonly topic: string; readonly text: string }[]>;

/** A call whose outcome is in the log. */
export type AnsweredCall = Pick<ToolDetails, "ending" | "changedFiles"> & {
  readonly name: string;
  /** Empty where they could not be read. */
  readonly args: JsonObject;
};

/** What the model should know now that these calls were made; it stands behind their outcomes (MEM-8). */
export type FactsOnCalls = (
  calls: readonly AnsweredCall[],
) => Promise<readonly { readonly topic: string; readonly text: string }[]>;

/** Everything the loop needs from outside and cannot do without. */
export type RequiredPorts = Pick<
  CallPorts,
  "sessionId" | "tools" | "log" | "emit" | "clock" | "ids" | "workspace" | "gate"
> & {
  /** The log view of the active branch: a history that every vendor accepts. */
  readonly view: () => readonly Message[];
  /** Asked before each step, so that it may change within a turn. */
  readonly model: () => Model;
};

/** What has a sensible default. */
export type OptionalPorts = Pick<
  CallPorts,
  | "approve"
  | "approvalMs"
  | "artifacts"
  | "hooks"
  | "snapshot"
  | "reveal"
  | "cap"
  | "redact"
  | "fit"
> & {
  readonly repair: (turn: { readonly userText: string }) => TurnRepair;
  /** USD; null when the price is not known. `model` is `provider/model`. */
  readonly costOf: (model: string, usage: Usage) => number | null;
  /** What the session has cost so far, by its log (C24). */
  readonly spent: () => Spent;
  /** Of the body that will be sent, so that a rerun can compare (TRN-5). */
  readonly digest: (request: ModelRequest) => { readonly hash: string; readonly bytes: number };
  readonly onOverflow: OnOverflow | null;
  /** True at 95 % of the window: instead of the next step comes a summary (LOOP-15). */
  readonly isNearlyFull: (request: ModelRequest) => boolean;
  readonly todos: () => readonly TodoItem[];
  /** Every id a call of the session has had; null: those in the view. */
  readonly callIds: (() => Iterable<string>) | null;
  readonly guardCall: GuardCall | null;
  /** Never asked about a forced summary: it may quote edits, and asks for none (LOOP-6). */
  readonly callsInWords: CallsInWords | null;
  readonly volatileFacts: VolatileFacts | null;
  readonly factsOnCalls: FactsOnCalls | null;
  readonly endOfTurn: EndOfTurn | null;
  readonly guide: MakeGuide | null;
};

export type AgentPorts = RequiredPorts & Partial<OptionalPorts>;
export type LoopPorts = RequiredPorts & OptionalPorts;
