import { NO_USAGE } from "@squire/protocol/values";
import type {
  AssistantContent,
  EntryDraft,
  JsonValue,
  ModelFailure,
  Usage,
  UserContent,
} from "@squire/protocol";
import { countAt, fieldsOf, numberAt, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";

/** Pieces that all foreign formats are put together from. */

/** What a foreign agent is called where a wire protocol would be: no vendor block of it is replayed. */
export const IMPORTED_WIRE = "imported";

export function userDraft(
  content: readonly UserContent[],
  synthetic = false,
): EntryDraft<"message"> {
  const message = { role: "user", content } as const;
  return { type: "message", message, status: "complete", ...(synthetic ? { synthetic } : {}) };
}

export type ForeignReply = {
  readonly content: readonly AssistantContent[];
  readonly provider: string;
  readonly model: string;
  readonly stop: "stop" | "length" | "calls" | "aborted" | "error";
  readonly errorMessage?: string;
  readonly usage: Usage | null;
};

export function replyDraft(reply: ForeignReply): EntryDraft<"message"> {
  const { content, provider, model, stop, errorMessage, usage } = reply;
  const message = {
    role: "assistant",
    content,
    origin: { provider, wire: IMPORTED_WIRE, model },
  } as const;
  const known = usage === null ? {} : { usage };
  if (stop === "aborted" || stop === "error") {
    const failure = failureOf(stop, errorMessage);
    return { type: "message", message, status: stop, failure, ...known };
  }
  return { type: "message", message, status: "complete", reason: stop, ...known };
}

function failureOf(stop: "aborted" | "error", message: string | undefined): ModelFailure {
  return {
    kind: stop === "aborted" ? "aborted" : "protocol",
    message: message ?? (stop === "aborted" ? "The reply was aborted." : "The reply failed."),
    retryable: false,
  };
}

export type ForeignOutcome = {
  readonly callId: string;
  readonly name: string;
  readonly content: readonly UserContent[];
  readonly failed: boolean;
  readonly truncated?: boolean;
  readonly data?: JsonValue;
};

/** What comes from somebody else's machine is never trusted like one's own output. */
export function outcomeDraft(outcome: ForeignOutcome): EntryDraft<"tool_result"> {
  const { callId, name, content, failed, truncated = false, data } = outcome;
  return {
    type: "tool_result",
    outcome: { role: "tool", callId, name, content, failed },
    details: {
      isError: failed,
      ending: "ran",
      truncated,
      durationMs: 0,
      untrusted: true,
      ...(data === undefined ? {} : { data }),
    },
  };
}

/** Both formats count tokens from the cache apart; here they are a part of the input. */
export function usageOf(
  fields: Fields | null,
  names: { readonly [K in "input" | "output" | "cacheRead" | "cacheWrite"]: string },
): Usage | null {
  const input = countAt(fields, names.input);
  const output = countAt(fields, names.output);
  if (input === undefined && output === undefined) return null;
  const cacheRead = countAt(fields, names.cacheRead) ?? null;
  const cacheWrite = countAt(fields, names.cacheWrite) ?? null;
  const read = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const total = read + (output ?? 0);
  // Zeros all over mean that nobody counted.
  if (total === 0) return null;
  return { ...NO_USAGE, input: read, output: output ?? null, cacheRead, cacheWrite, total };
}

export function usageDraft(
  usage: Usage,
  model: string,
  cost: Fields | null = null,
): EntryDraft<"usage"> {
  const costUsd = moneyAt(cost, "total");
  const outputUsd = moneyAt(cost, "output");
  const split =
    costUsd === null || outputUsd === null ? {} : { inputUsd: Math.max(0, costUsd - outputUsd) };
  return { type: "usage", kind: "turn", model, usage, costUsd, ...split };
}

function moneyAt(fields: Fields | null, key: string): number | null {
  const value = numberAt(fields, key);
  return value === undefined || value < 0 ? null : value;
}

/** Something that is kept and shown to nobody but who looks for it; no code acts on it. */
export const ARCHIVED = "imported";

export function archivedDraft(data: JsonValue): EntryDraft<"custom"> {
  return { type: "custom", customType: ARCHIVED, data };
}

/** The parts of a message that could be read, and in words what could not. */
export type Parts<T> = { readonly content: readonly T[]; readonly losses: readonly string[] };

const SHOWN_LOSSES = 5;

export function readParts<T>(value: unknown, read: (part: Fields | null) => T | null): Parts<T> {
  const content: T[] = [];
  const lost = new Map<string, number>();
  for (const item of Array.isArray(value) ? value : []) {
    const part = fieldsOf(item);
    const made = read(part);
    const type = textAt(part, "type")?.slice(0, 40) ?? "unknown";
    if (made !== null) content.push(made);
    else lost.set(type, (lost.get(type) ?? 0) + 1);
  }
  const losses = [...lost].slice(0, SHOWN_LOSSES);
  return {
    content,
    losses: losses.map(([type, count]) => `${count} part(s) of type ${type} left out`),
  };
}
