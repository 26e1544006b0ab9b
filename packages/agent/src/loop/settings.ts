import type { Mode } from "@squire/protocol";
import type { RequestOptions } from "../context/request.ts";
import type { CallLimits } from "../tool/pipeline/ports.ts";
import type { Budget } from "./budget.ts";

/** LOOP-22: a match in what streams in stops the reply, and the model is reminded. */
export type StreamRule = {
  readonly name: string;
  readonly pattern: RegExp;
  /** What the model is told. */
  readonly message: string;
};

/** What may change between turns without losing anything (LOOP-21). */
export type AgentSettings = {
  readonly system: string;
  readonly mode: Mode;
  readonly planTools: "readonly" | "none";
  readonly request: RequestOptions;
  /** False: no deltas, only whole messages. */
  readonly stream: boolean;
  readonly maxSteps: number;
  /** Calls of one reply that are run; the model is told about the rest. */
  readonly maxCalls: number;
  /** Steps in a row in which every call was suppressed as a repetition. */
  readonly maxStorms: number;
  readonly limits: CallLimits;
  readonly budget: Budget;
  readonly queueMode: QueueMode;
  readonly rules: readonly StreamRule[];
  readonly todoReminder: boolean;
};

/** LOOP-8. */
export type QueueMode = "one-at-a-time" | "all";

export const DEFAULT_SETTINGS: AgentSettings = {
  system: "",
  mode: "code",
  planTools: "readonly",
  request: {},
  stream: true,
  maxSteps: 64,
  maxCalls: 64,
  maxStorms: 3,
  limits: { parallel: 8, timeoutMs: 600_000, graceMs: 1_000 },
  budget: {},
  queueMode: "one-at-a-time",
  rules: [],
  todoReminder: true,
};
