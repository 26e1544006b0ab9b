import type { Message, ModelRequest, ThinkingLevel } from "@squire/protocol";
import { pairHealer } from "./heal.ts";
import type { Healed } from "./heal.ts";
import type { PrefixView } from "./prefix.ts";
import { callTeller } from "./without-calls.ts";
import type { CallTeller } from "./without-calls.ts";

export type RequestOptions = {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly thinking?: ThinkingLevel;
  readonly cacheKey?: string;
  readonly cacheRetention?: "short" | "long";
};

export type RequestParts = {
  /** As the vendor spells it. */
  readonly model: string;
  readonly prefix: PrefixView;
  /** The log view. */
  readonly messages: readonly Message[];
  readonly options: RequestOptions;
};

export type Composed = {
  readonly request: ModelRequest;
  readonly droppedCalls: number;
  readonly droppedOutcomes: number;
};

/** Prefix + log view. Same parts, same request; nothing else gets in. */
export type Composer = (parts: RequestParts) => Composed;

export function requestComposer(): Composer {
  const heal = pairHealer();
  const tell = callTeller();
  return (parts) => compose(parts, heal(parts.messages), tell);
}

function compose(
  { model, prefix, options }: Omit<RequestParts, "messages">,
  { messages, ...dropped }: Healed,
  tell: CallTeller,
): Composed {
  const { system, tools, fewShots } = prefix;
  const shown = tools.length === 0 ? tell(messages) : messages;
  const { temperature, maxTokens, thinking, cacheKey, cacheRetention } = options;
  const request: ModelRequest = {
    model,
    ...(system === "" ? {} : { system }),
    tools,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(cacheKey === undefined ? {} : { cacheKey }),
    ...(cacheRetention === undefined ? {} : { cacheRetention }),
    messages: fewShots.length === 0 ? shown : [...fewShots, ...shown],
  };
  return { request, ...dropped };
}
