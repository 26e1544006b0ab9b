import type { AssistantMessage, Mode, ModelFailure, UserMessage } from "@squire/protocol";
import type { SummaryCause } from "./notes.ts";

/** What a guide wants of the next request. */
export type GuidedStep = {
  /** Said before it, in Squire's own words. */
  readonly say?: UserMessage;
  /** False: the model can only answer. */
  readonly tools?: boolean;
  /** Ends what the step does and not the turn: the guide is then asked what comes next. */
  readonly signal?: AbortSignal;
  /** Nobody is asked: this is the answer, and the turn is over. */
  readonly answer?: string;
};

/**
 * Leads one turn through parts of its own, as research goes from searching to writing (RES-2). The
 * turn stays an ordinary one: the same log, the same limits, one terminal event.
 */
export type TurnGuide = {
  /** Asked before each request. */
  next(step: number): Promise<GuidedStep>;
  /** A reply without calls, before it is kept: what is kept in its place. */
  settle(message: AssistantMessage): Promise<AssistantMessage>;
  /** Whether the turn goes on behind the answer that was settled last. */
  goesOn(): boolean;
  /** A request failed for good: true when the guide goes on without its reply. */
  failed(failure: ModelFailure): boolean;
  /** At a limit of the loop: true when the guide brings the turn to its end from here. */
  wrapUp(cause: SummaryCause): boolean;
  /** The turn ends, however; true when it was cut off and something that it found is kept. */
  end(how: "finished" | "aborted" | "failed"): boolean;
};

/** Null: the turn needs no guide. */
export type MakeGuide = (turn: {
  readonly runId: string;
  readonly mode: Mode;
  /** What the turn begins with. */
  readonly messages: readonly UserMessage[];
  readonly signal: AbortSignal;
}) => TurnGuide | null;
