import { NO_USAGE } from "@squire/protocol/values";
import type { ApprovalNeeded, Model, Origin, Usage } from "@squire/protocol";
import type { PrefixView, Prefix } from "../context/prefix.ts";
import type { Sent } from "../context/prefix-break.ts";
import { requestComposer } from "../context/request.ts";
import type { Composer } from "../context/request.ts";
import type { AgentOptions } from "./agent.ts";
import { MessageQueue } from "./message-queue.ts";
import type { TurnGuide } from "./guide.ts";
import type { LoopPorts, TurnRepair } from "./ports.ts";
import type { AgentSettings } from "./settings.ts";

/** What the agent remembers between turns, besides the log. */
export type AgentState = {
  prefix: Prefix;
  /** The last request; null before the first. */
  sent: Sent | null;
  /** The fingerprints of the prefixes that the log holds. */
  readonly told: Set<string>;
  /** Every id a call has had; null until it is first needed. */
  callIds: Set<string> | null;
  /** Warnings about the budget that were given since it was last changed. */
  readonly warned: { near: boolean; blind: boolean };
  readonly queue: MessageQueue;
  readonly compose: Composer;
};

/** The third region (LOOP-1): of this turn alone, and never sent. */
export type Scratch = {
  readonly startedAt: number;
  readonly repair: TurnRepair;
  /** The step that has started and not ended. */
  openStep: number | null;
  steps: number;
  usage: Usage;
  costUsd: number | null;
  text: string;
  readonly changedFiles: Set<string>;
  readonly needed: ApprovalNeeded[];
  readonly rulesUsed: Set<string>;
  /** Steps in a row whose calls were all suppressed. */
  storms: number;
  overflows: number;
  /** What is done at most once in a turn. */
  readonly once: Set<"malformed" | "empty" | "todo">;
  /** The log already says that the turn was cut off here. */
  closed: boolean;
  partialSaved: boolean;
};

export type Turn = {
  readonly runId: string;
  readonly ports: LoopPorts;
  readonly settings: AgentSettings;
  readonly state: AgentState;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
  /** Null: the model alone decides what comes next. */
  readonly guide: TurnGuide | null;
};

/** A request and the prefix it was made with. */
export type NextRequest = {
  readonly model: Model;
  readonly prefix: PrefixView;
  readonly request: Parameters<Model["stream"]>[0];
};

export function newState(
  ports: LoopPorts,
  prefix: Prefix,
  { queue, lastSent, prefixes }: Pick<AgentOptions, "queue" | "lastSent" | "prefixes">,
): AgentState {
  return {
    prefix,
    sent: lastSent ?? null,
    told: new Set(prefixes),
    callIds: null,
    warned: { near: false, blind: false },
    queue: new MessageQueue(ports, queue),
    compose: requestComposer(),
  };
}

export function newScratch(ports: LoopPorts, userText: string): Scratch {
  return {
    startedAt: ports.clock.now(),
    repair: ports.repair({ userText }),
    openStep: null,
    steps: 0,
    usage: NO_USAGE,
    costUsd: 0,
    text: "",
    changedFiles: new Set(),
    needed: [],
    rulesUsed: new Set(),
    storms: 0,
    overflows: 0,
    once: new Set(),
    closed: false,
    partialSaved: false,
  };
}

/** Who is behind an id, `provider/model`, when there is no reply to say so. */
export function originOf(modelId: string): Origin {
  return {
    provider: modelId.slice(0, Math.max(0, modelId.indexOf("/"))),
    wire: "",
    model: nameOf(modelId),
  };
}

/** The id without its provider, as the vendor spells it. */
export function nameOf(modelId: string): string {
  return modelId.slice(modelId.indexOf("/") + 1);
}
