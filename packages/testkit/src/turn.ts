import { NO_USAGE } from "@squire/protocol";
import type { FailureKind, FinishReason, JsonObject, ModelFailure, Usage } from "@squire/protocol";

/** One content block of a scripted reply, in nobody's wire format. */
export type ScriptedBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string; readonly signature?: string }
  | {
      readonly type: "call";
      /** Absent = numbered by whoever plays the turn: `call_1`, `call_2`, … */
      readonly id?: string;
      readonly name: string;
      readonly argsText: string;
      readonly signature?: string;
    };

export type TurnEnding =
  /** `reason: null` = `calls` when there are calls, else `stop`. */
  | { readonly type: "finish"; readonly reason: FinishReason | null }
  | { readonly type: "fail"; readonly failure: ModelFailure }
  /** Nothing more comes until the request is aborted. */
  | { readonly type: "hang" };

/** What the model does in answer to one request. Made by the builders below. */
export type Turn = {
  readonly blocks: readonly ScriptedBlock[];
  readonly ending: TurnEnding;
  /** Null = the vendor reports nothing; absent = a small default. */
  readonly usage?: Partial<Usage> | null;
  readonly deltaSize?: number;
};

export type TurnOptions = {
  readonly usage?: Partial<Usage> | null;
  readonly finish?: FinishReason;
  /** Characters per delta. */
  readonly deltaSize?: number;
};

export type PlayedCall = Extract<ScriptedBlock, { type: "call" }> & {
  readonly id: string;
  /** False when the script left the id open; Gemini sends none then. */
  readonly idGiven: boolean;
};
export type PlayedBlock = Exclude<ScriptedBlock, { type: "call" }> | PlayedCall;

/** A turn with every choice made that its script left open. */
export type PlayedTurn = {
  readonly blocks: readonly PlayedBlock[];
  readonly ending:
    | { readonly type: "finish"; readonly reason: FinishReason }
    | Exclude<TurnEnding, { type: "finish" }>;
  readonly usage: Usage | null;
  readonly deltaSize: number;
};

const DEFAULT_USAGE: Usage = { ...NO_USAGE, input: 10, output: 5, total: 15 };
const DEFAULT_DELTA_SIZE = 7;
const TRANSIENT: ReadonlySet<FailureKind> = new Set(["rate_limit", "overloaded", "network"]);

/** The model writes `text`. */
export function say(text: string, options: TurnOptions = {}): Turn {
  return turnOf({ type: "text", text }, options);
}

/** The model thinks; `signature` is what its vendor wants back with the block. */
export function think(
  text: string,
  { signature, ...options }: TurnOptions & { readonly signature?: string } = {},
): Turn {
  return turnOf(
    { type: "thinking", text, ...(signature === undefined ? {} : { signature }) },
    options,
  );
}

/** The model calls a tool; a string is sent as the raw argument text, valid JSON or not. */
export function call(
  name: string,
  args: JsonObject | string = {},
  {
    id,
    signature,
    ...options
  }: TurnOptions & { readonly id?: string; readonly signature?: string } = {},
): Turn {
  const block: ScriptedBlock = {
    type: "call",
    name,
    argsText: typeof args === "string" ? args : JSON.stringify(args),
    ...(id === undefined ? {} : { id }),
    ...(signature === undefined ? {} : { signature }),
  };
  return turnOf(block, options);
}

/** Several parts as one reply. Only the last part may `fail` or `hang`; later options win. */
export function reply(...parts: readonly Turn[]): Turn {
  const early = parts.slice(0, -1).find((part) => part.ending.type !== "finish");
  if (early) throw new Error(`Only the last part of a reply may ${early.ending.type}.`);
  const last = parts.at(-1);
  const reason = parts
    .map(({ ending }) => (ending.type === "finish" ? ending.reason : null))
    .findLast((given) => given !== null);
  let merged: Turn = { blocks: [], ending: { type: "finish", reason: null } };
  for (const part of parts)
    merged = { ...merged, ...part, blocks: [...merged.blocks, ...part.blocks] };
  const ending: TurnEnding =
    last && last.ending.type !== "finish"
      ? last.ending
      : { type: "finish", reason: reason ?? null };
  return { ...merged, ending };
}

/** The reply ends in a failure; after other parts of a `reply`, in the middle of the stream. */
export function fail(
  kind: FailureKind,
  message: string,
  options: Partial<Omit<ModelFailure, "kind" | "message">> = {},
): Turn {
  const failure: ModelFailure = { kind, message, retryable: TRANSIENT.has(kind), ...options };
  return { blocks: [], ending: { type: "fail", failure } };
}

/** The reply stops coming and never ends by itself. */
export function hang(): Turn {
  return { blocks: [], ending: { type: "hang" } };
}

/** Makes the choices a script left open. `nextId` numbers the calls without an id. */
export function playTurn(turn: Turn, nextId: () => string): PlayedTurn {
  const blocks = turn.blocks.map((block): PlayedBlock => {
    if (block.type !== "call") return block;
    return { ...block, id: block.id ?? nextId(), idGiven: block.id !== undefined };
  });
  const called = blocks.some((block) => block.type === "call");
  const { ending } = turn;
  return {
    blocks,
    ending:
      ending.type === "finish"
        ? { type: "finish", reason: ending.reason ?? (called ? "calls" : "stop") }
        : ending,
    usage: usageOf(turn.usage),
    deltaSize: turn.deltaSize ?? DEFAULT_DELTA_SIZE,
  };
}

/** Cuts text into deltas, never inside a code point: vendors send whole characters. */
export function pieces(text: string, size: number): readonly string[] {
  if (!(size >= 1)) throw new Error(`A delta needs at least one character, not ${size}.`);
  const points = Array.from(text);
  const cut: string[] = [];
  for (let at = 0; at < points.length; at += size) cut.push(points.slice(at, at + size).join(""));
  return cut;
}

function turnOf(block: ScriptedBlock, { usage, finish, deltaSize }: TurnOptions): Turn {
  return {
    blocks: [block],
    ending: { type: "finish", reason: finish ?? null },
    ...(usage === undefined ? {} : { usage }),
    ...(deltaSize === undefined ? {} : { deltaSize }),
  };
}

function usageOf(given: Partial<Usage> | null | undefined): Usage | null {
  if (given === null) return null;
  if (given === undefined) return DEFAULT_USAGE;
  const { input = null, output = null } = given;
  const total = input === null || output === null ? null : input + output;
  return { ...NO_USAGE, total, ...given };
}
