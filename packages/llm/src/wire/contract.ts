import type { AssistantMessage, ModelEvent, ModelRequest, Usage } from "@squire/protocol";
import type { Compat } from "../compat.ts";

/** The wire protocols and their dialects, as `api` in a provider entry spells them. */
export const APIS = [
  "openai-completions",
  "openai-responses",
  "openai-codex-responses",
  "azure-openai-responses",
  "anthropic-messages",
  "google-generative-ai",
  "google-vertex",
] as const;
export type Api = (typeof APIS)[number];

/** What `encode` must know about the other side besides the request. */
export type Target = {
  readonly provider: string;
  readonly api: Api;
  /** The vendor's limit for one reply; Anthropic demands a number in every request. */
  readonly maxOutput?: number;
  /** False for models known not to reason; `thinking` is then left out. */
  readonly reasoning?: boolean;
  readonly compat: Compat;
};

export type WireRequest = {
  /** Appended to the base URL, with a leading slash; may carry a query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. Same request and target, same bytes; the messages come last (LOOP-3). */
  readonly body: WireBody;
};

/**
 * A text in pieces: `open`, the items with commas between them, `close`. Whoever has seen the body
 * of an earlier request knows most pieces again and need not read them.
 */
export type WireBody = {
  readonly open: string;
  readonly items: readonly string[];
  readonly close: string;
};

/** Turns the frames of one reply into events. Made fresh for each reply. */
export type Stepper = {
  /** One decoded frame in, zero or more events out. May throw on nonsense: the driver reports it. */
  step(frame: unknown): readonly ModelEvent[];
  /** The literal `[DONE]` frame of Chat Completions; others ignore it. */
  done(): readonly ModelEvent[];
  /** The body ended. Gives the terminal event unless it was given already: a cut is an error. */
  end(): readonly ModelEvent[];
  /** What has arrived so far; null when nothing has. */
  partial(): AssistantMessage | null;
  usage(): Usage;
};

/** A wire protocol: pure, without clock, environment or I/O. */
export type Wire = {
  encode(request: ModelRequest, target: Target): WireRequest;
  stepper(target: Target, model: string): Stepper;
};
