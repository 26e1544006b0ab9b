import type { AssistantMessage } from "@squire/protocol";
import type { Target } from "./contract.ts";

/** A vendor's request type without its list; what is undefined is left out of the body. */
export type Head<Body, List extends keyof Body> = {
  readonly [Key in Exclude<keyof Body, List>]?: Body[Key] | undefined;
};

/**
 * JSON text of encoded messages, kept as long as the immutable message object lives. A pure memo:
 * dropping it changes speed, never bytes.
 */
export type FragmentCache = WeakMap<object, Map<string, string>>;

/**
 * The JSON text of one message: an item, several items separated by commas, or "" for a message
 * this wire leaves out. `key` names everything besides the message that `make` looks at.
 */
export function fragment(
  cache: FragmentCache,
  message: object,
  key: string,
  make: () => string,
): string {
  let texts = cache.get(message);
  if (texts === undefined) cache.set(message, (texts = new Map<string, string>()));
  let text = texts.get(key);
  if (text === undefined) texts.set(key, (text = make()));
  return text;
}

/** Names a target by value, for `fragment`: two targets with one key encode alike. */
export function targetKey({ provider, api, reasoning, compat }: Target): string {
  return JSON.stringify([provider, api, reasoning ?? null, compat]);
}

/** Opaque parts of a message go back only where it came from. */
export function cameFrom({ origin }: AssistantMessage, target: Target): boolean {
  return origin.provider === target.provider && origin.wire === target.api;
}

/** Items as one fragment. */
export function items(encoded: readonly object[]): string {
  return encoded.map((item) => JSON.stringify(item)).join(",");
}

/**
 * A request body with its list last, so that a longer list only adds bytes before the closing
 * brackets (LOOP-3). Undefined fields are dropped, key order is kept, empty fragments are skipped.
 */
export function joinBody(head: object, listKey: string, fragments: readonly string[]): string {
  const opened = JSON.stringify({ ...head, [listKey]: undefined }).slice(0, -1);
  const list = fragments.filter((text) => text !== "").join(",");
  return `${opened}${opened === "{" ? "" : ","}${JSON.stringify(listKey)}:[${list}]}`;
}

/** LOOP-3: all of `earlier` but its closing brackets is how `later` begins. */
export function extendsBody(earlier: string, later: string): boolean {
  return later.startsWith(earlier.replace(/[\]}]+$/, ""));
}
