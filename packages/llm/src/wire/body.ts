import type { AssistantMessage, ModelRequest } from "@squire/protocol";
import type { Target, WireBody, WireRequest } from "./contract.ts";

/** A vendor's request type without its list; what is undefined is left out of the body. */
export type Head<Body, List extends keyof Body> = {
  readonly [Key in Exclude<keyof Body, List>]?: Body[Key] | undefined;
};

/**
 * JSON text of encoded messages, kept as long as the immutable message object lives. A pure memo:
 * dropping it changes speed, never bytes.
 */
export type FragmentCache = WeakMap<object, Kept>;

type Kept = {
  readonly key: string;
  readonly text: string;
  /** What another endpoint was sent, after a change of models. */
  readonly before: Kept | null;
};

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
  const newest = cache.get(message) ?? null;
  for (let kept = newest; kept !== null; kept = kept.before) {
    if (kept.key === key) return kept.text;
  }
  const text = make();
  cache.set(message, { key, text, before: newest });
  return text;
}

const targetKeys = new WeakMap<Target, string>();

/** Names a target by value, for `fragment`: two targets with one key encode alike. */
export function targetKey(target: Target): string {
  let key = targetKeys.get(target);
  if (key === undefined) {
    const { provider, api, reasoning, compat } = target;
    key = JSON.stringify([provider, api, reasoning ?? null, compat]);
    targetKeys.set(target, key);
  }
  return key;
}

/** Opaque parts of a message go back only where it came from. */
export function cameFrom({ origin }: AssistantMessage, target: Target): boolean {
  return origin.provider === target.provider && origin.wire === target.api;
}

/** For wires that add none: one object, so that whoever has seen it knows it again. */
export const NO_HEADERS: WireRequest["headers"] = {};

/** Items as one fragment. */
export function items(encoded: readonly object[]): string {
  return encoded.map((item) => JSON.stringify(item)).join(",");
}

/**
 * A request body with its list last, so that a longer list only adds items before the closing
 * brackets (LOOP-3). Empty fragments are skipped.
 */
export function wireBody(open: string, fragments: readonly string[]): WireBody {
  return {
    open,
    items: fragments.includes("") ? fragments.filter((text) => text !== "") : fragments,
    close: "]}",
  };
}

/** Everything before the items of the list. Undefined fields are dropped, key order is kept. */
export function opening(head: object, listKey: string): string {
  const fields = Object.entries(head).flatMap(([key, value]) => {
    const text = key === listKey ? undefined : textOf(value);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text},`];
  });
  return `{${fields.join("")}${JSON.stringify(listKey)}:[`;
}

/**
 * The opening of a body whose head does not look at the messages. The last one of each target is kept:
 * from step to step nothing but the messages of a request changes.
 */
export function openingOnce(
  listKey: string,
  headOf: (request: ModelRequest, target: Target) => object,
): (request: ModelRequest, target: Target) => string {
  const last = new WeakMap<Target, { readonly said: Fields; readonly open: string }>();
  return (request, target) => {
    const kept = last.get(target);
    const said = withoutMessages(request);
    if (kept !== undefined && isSame(kept.said, said)) return kept.open;
    const open = opening(headOf(request, target), listKey);
    last.set(target, { said, open });
    return open;
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isSame(ones: Fields, others: Fields): boolean {
  const keys = Object.keys(ones);
  if (keys.length !== Object.keys(others).length) return false;
  return keys.every((key) => Object.is(ones[key], others[key]));
}

function withoutMessages({ messages: _messages, ...rest }: ModelRequest): Fields {
  return rest;
}

const listTexts = new WeakMap<object, string>();

/** Undefined for what JSON leaves out. Lists are immutable, and those of tools come with every request. */
function textOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const kept = listTexts.get(value);
  if (kept !== undefined) return kept;
  const text = JSON.stringify(value);
  listTexts.set(value, text);
  return text;
}

/** Remembers what it made for each list, so that the same tools are encoded once. */
export function oncePerList<Item, Made>(
  make: (list: readonly Item[]) => Made,
): (list: readonly Item[]) => Made {
  const kept = new WeakMap<readonly Item[], Made>();
  return (list) => {
    const known = kept.get(list);
    if (known !== undefined) return known;
    const made = make(list);
    kept.set(list, made);
    return made;
  };
}

/** Whether a list goes on where another ends: the same things, not equal ones. */
export function beginsWith<Item>(list: readonly Item[], start: readonly Item[]): boolean {
  // At every step, for every message: a callback for each would cost more than all the rest.
  for (let at = 0; at < start.length; at++) if (start[at] !== list[at]) return false;
  return true;
}

export function bodyText({ open, items: list, close }: WireBody): string {
  return `${open}${list.join(",")}${close}`;
}

/** LOOP-3: all of `earlier` but its closing brackets is how `later` begins. */
export function extendsBody(earlier: string, later: string): boolean {
  return later.startsWith(earlier.replace(/[\]}]+$/, ""));
}
