import type { FrameId } from "@squire/protocol/wire";

/** An id as it may stand in a frame. */
const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,16})\s*`;
const FIRST = new RegExp(String.raw`^\s*\{\s*${ID}[,}]`);
const LAST = new RegExp(String.raw`,\s*${ID}\}\s*$`);
/** Enough for an id of the longest kind and what is around it. */
const LOOKED_AT = 1_500;

/**
 * The id of a request that is refused unread, so that the refusal finds its question. It is looked for
 * where clients put it, first or last: the rest may be large and is not worth reading.
 */
export function idIn(text: string): FrameId | null {
  const [, id] = FIRST.exec(text.slice(0, LOOKED_AT)) ?? LAST.exec(text.slice(-LOOKED_AT)) ?? [];
  if (id === undefined) return null;
  try {
    const value: unknown = JSON.parse(id);
    return typeof value === "string" || typeof value === "number" ? value : null;
  } catch {
    return null;
  }
}
