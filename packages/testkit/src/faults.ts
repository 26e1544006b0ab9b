import type { Frame } from "./render.ts";
import type { Turn } from "./turn.ts";

/** What goes wrong with one answer. All fields combine. */
export type Faults = {
  readonly status?: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces whatever would be sent; "" is an empty body. */
  readonly body?: string | Uint8Array;
  /** A page such as a captive portal or a proxy shows; `true` for a small one. */
  readonly html?: string | true;
  readonly contentType?: string;
  /** Real time: keep it small. */
  readonly delayMs?: {
    readonly headers?: number;
    readonly firstByte?: number;
    readonly chunk?: number;
  };
  /** The response ends, as if complete, after this many body bytes. */
  readonly cutAtByte?: number;
  /** The socket is destroyed after this many body bytes, or instead of the headers. */
  readonly resetAtByte?: number | "headers";
  /**
   * That waits for this: a client may drop what it has not read when the connection fails. Without it
   * the server waits a moment.
   */
  readonly resetWhen?: Promise<void>;
  /** Nothing more is sent after this many body bytes, or not even headers; the socket stays open. */
  readonly stallAtByte?: number | "headers";
  /** Frames that are sent twice, by index. */
  readonly doubleFrames?: "all" | readonly number[];
  /** Every call of the turn gets the id of the first. */
  readonly duplicateCallIds?: boolean;
  /** Lines put before every frame as they are. */
  readonly malformedLines?: readonly string[];
  /** The frame whose JSON is cut in half; negative counts from the end. */
  readonly badJsonAt?: number;
  /** The first frame carries an unknown field of this size. */
  readonly hugeFrameBytes?: number;
  /** Comment lines before every frame: `["ping"]` sends `: ping`. */
  readonly comments?: readonly string[];
  readonly lineEnding?: "\n" | "\r\n" | "\r";
  readonly bom?: boolean;
  /** Bytes per write: the same for all, or in order with the rest in one. Default: a frame each. */
  readonly chunkBytes?: number | readonly number[];
};

/** What the server does with one request. A bare turn is served without faults. */
export type ServerStep =
  | Turn
  | { readonly type: "turn"; readonly turn: Turn; readonly faults: Faults }
  | { readonly type: "raw"; readonly body: string | Uint8Array; readonly faults: Faults }
  | { readonly type: "fault"; readonly faults: Faults };

/** A scripted turn that reaches the client in a damaged way. */
export function turn(scripted: Turn, faults: Faults = {}): ServerStep {
  return { type: "turn", turn: scripted, faults };
}

/** Recorded bytes, sent as they are; an array is lines, each ended by a line feed. */
export function raw(
  body: string | Uint8Array | readonly string[],
  faults: Faults = {},
): ServerStep {
  const lines = typeof body === "string" || body instanceof Uint8Array ? body : asLines(body);
  return { type: "raw", body: lines, faults };
}

/** An answer with no model behind it: an error status, a page, an empty body, a dead socket. */
export function fault(faults: Faults): ServerStep {
  return { type: "fault", faults };
}

/** Frames as bytes, one chunk each, with the faults that concern frames and framing. */
export function encodeFrames(
  frames: readonly Frame[],
  faults: Faults,
  lineEnding: string,
): readonly Uint8Array[] {
  const end = faults.lineEnding ?? lineEnding;
  const before = [...(faults.malformedLines ?? []), ...comments(faults)]
    .map((line) => line + end)
    .join("");
  const encoder = new TextEncoder();
  return damaged(frames, faults).map(({ event, data }, at) => {
    const bom = faults.bom && at === 0 ? "\uFEFF" : "";
    const name = event === undefined ? "" : `event: ${event}${end}`;
    return encoder.encode(`${bom}${before}${name}data: ${data}${end}${end}`);
  });
}

/** The same bytes in other portions. */
export function rechunk(
  chunks: readonly Uint8Array[],
  sizes: number | readonly number[] | undefined,
): readonly Uint8Array[] {
  if (sizes === undefined) return chunks;
  const bytes = Buffer.concat(chunks);
  const portions: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = typeof sizes === "number" ? sizes : (sizes[turn] ?? bytes.length);
    if (!(size >= 1)) throw new Error(`A chunk needs at least one byte, not ${size}.`);
    portions.push(bytes.subarray(at, at + size));
    at += size;
  }
  return portions;
}

function damaged(frames: readonly Frame[], faults: Faults): readonly Frame[] {
  const { doubleFrames = [], badJsonAt, hugeFrameBytes } = faults;
  const badIndex = badJsonAt !== undefined && badJsonAt < 0 ? frames.length + badJsonAt : badJsonAt;
  return frames.flatMap((original, at) => {
    let frame = original;
    if (at === 0 && hugeFrameBytes !== undefined) frame = inflated(frame, hugeFrameBytes);
    if (at === badIndex) {
      frame = { ...frame, data: frame.data.slice(0, Math.ceil(frame.data.length / 2)) };
    }
    return doubleFrames === "all" || doubleFrames.includes(at) ? [frame, frame] : [frame];
  });
}

function inflated(frame: Frame, bytes: number): Frame {
  const padding = JSON.stringify("x".repeat(bytes));
  return { ...frame, data: frame.data.replace("{", `{"padding":${padding},`) };
}

function comments(faults: Faults): readonly string[] {
  return (faults.comments ?? []).map((text) => `: ${text}`);
}

function asLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
