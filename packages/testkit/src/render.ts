import type { JsonObject, ModelFailure, Usage } from "@squire/protocol";
import type { PlayedTurn } from "./turn.ts";

/** The wire protocols the scripted server speaks. */
export type WireName = "openai-chat" | "openai-responses" | "anthropic" | "google";

/** One server-sent event. `data` is JSON text, or a literal such as `[DONE]`. */
export type Frame = { readonly event?: string; readonly data: string };

export type RenderContext = {
  readonly model: string;
  /** Counts the replies of one server from 1; ids are made of it. */
  readonly serial: number;
  /** Chat Completions sends usage only when asked. */
  readonly includeUsage: boolean;
};

/** A vendor's way of saying a turn. */
export type Renderer = {
  readonly lineEnding: "\n" | "\r\n";
  frames(turn: PlayedTurn, context: RenderContext): readonly Frame[];
  /** The body of an answer with an error status. */
  errorBody(failure: ModelFailure, status: number): JsonObject;
};

/** When every scripted reply was made, in seconds: the same bytes in every run. */
export const CREATED = 1_800_000_000;

export function jsonFrame(data: JsonObject, event?: string): Frame {
  return { data: JSON.stringify(data), ...(event === undefined ? {} : { event }) };
}

/** What `fail("protocol", …)` sends: a data line that is no JSON. */
export const BROKEN_FRAME: Frame = { data: '{"broken":' };

/** An object without the numbers a vendor did not report. */
export function reported(numbers: Readonly<Record<string, number | null>>): JsonObject {
  const known: Record<string, number> = {};
  for (const [name, value] of Object.entries(numbers)) if (value !== null) known[name] = value;
  return known;
}

/** The part of the input that was neither read from nor written to a cache. */
export function uncachedInput(usage: Usage): number | null {
  if (usage.input === null) return null;
  return usage.input - (usage.cacheRead ?? 0) - (usage.cacheWrite ?? 0);
}
