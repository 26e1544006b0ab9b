import type { JsonObject, JsonValue } from "@squire/protocol";
import { asJsonObject, fields, list, text } from "./read.ts";

/** `reasoning_details` of OpenRouter: reasoning as its makers want it back. */
type Detail = JsonObject;

/** What a thinking block keeps, and `detailsOf` reads back. */
export function detailsOpaque(details: readonly Detail[]): JsonValue {
  return { reasoning_details: details };
}

export function detailsOf(opaque: JsonValue | undefined): readonly Detail[] {
  const kept = fields<{ reasoning_details: unknown }>(opaque).reasoning_details;
  return list(kept)
    .map(asJsonObject)
    .filter((detail) => detail !== undefined);
}

/** Adds streamed pieces: a piece of the same text or summary grows it, anything else is new. */
export function addDetails(details: readonly Detail[], pieces: unknown): readonly Detail[] {
  const grown = [...details];
  for (const raw of list(pieces)) {
    const piece = asJsonObject(raw);
    if (piece === undefined) continue;
    const last = grown.at(-1);
    if (last !== undefined && continues(last, piece)) grown[grown.length - 1] = join(last, piece);
    else grown.push(piece);
  }
  return grown;
}

/** The readable part of streamed details, for servers that send nothing else. */
export function detailsText(pieces: unknown): string {
  return list(pieces)
    .map((piece) => fields<{ text: string; summary: string }>(piece))
    .map((piece) => text(piece.text) || text(piece.summary))
    .join("");
}

function continues(last: Detail, piece: Detail): boolean {
  const { type } = piece;
  const grows = type === "reasoning.text" || type === "reasoning.summary";
  return grows && last["type"] === type && last["index"] === piece["index"];
}

function join(last: Detail, piece: Detail): Detail {
  const joined: Record<string, JsonValue> = { ...last };
  for (const [key, value] of Object.entries(piece)) {
    if (value === null && joined[key] !== undefined) continue;
    joined[key] = key === "text" || key === "summary" ? text(last[key]) + text(value) : value;
  }
  return joined;
}
