import { PHRASES } from "./phrases.ts";
import { escapePattern } from "./text.ts";

/** A place below a quote, as scout writes it. */
const QUOTED_PLACE = /^> — /m;

/**
 * Whether a reply of an earlier session was scout's: it has a phrase of scout's at its head, or quotes as
 * scout does. Such a reply says nothing that its sources do not say better.
 */
export function isScouts(text: string): boolean {
  return QUOTED_PLACE.test(text) || Object.values(PHRASES).some((phrase) => begins(text, phrase));
}

function begins(text: string, phrase: string): boolean {
  const pattern = phrase
    .split(/(\{[^}]+\})/)
    .map((piece) => (piece.startsWith("{") ? slotPattern(piece) : escapePattern(piece)))
    .join("");
  return new RegExp(`^${pattern}`, "u").test(text.trim());
}

function slotPattern(slot: string): string {
  const [, one, many] = /^\{\w+ ([^|}]+)\|([^}]+)\}$/.exec(slot) ?? [];
  if (one !== undefined) return String.raw`\d+ (?:${one}|${many})`;
  return slot === "{count}" ? String.raw`\d+` : ".+?";
}
