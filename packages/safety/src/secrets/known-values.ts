import type { Span } from "./span.ts";

/** A secret that is known because it was loaded from somewhere. */
export type KnownValue = {
  readonly value: string;
  /** What is shown in its place, e.g. the name of the credential. */
  readonly kind: string;
};

export type Needle = { readonly text: string; readonly kind: string };

/** A shorter value is no key, and removing it would eat ordinary words. */
export const SHORTEST = 8;

/** Every way in which programs write a value down, the longest first. */
export function needlesOf(values: readonly KnownValue[]): readonly Needle[] {
  const needles = new Map<string, string>();
  for (const { value, kind } of values) {
    if (value.trim().length < SHORTEST) continue;
    for (const text of spellings(value.trim())) if (!needles.has(text)) needles.set(text, kind);
  }
  return [...needles]
    .map(([text, kind]) => ({ text, kind }))
    .sort((a, b) => b.text.length - a.text.length);
}

function spellings(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const spelled = [
    value,
    JSON.stringify(value).slice(1, -1),
    value.isWellFormed() ? encodeURIComponent(value) : value,
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...insideBase64(bytes),
  ];
  return [...new Set(spelled)].filter((text) => text.length >= SHORTEST);
}

/** Base64 groups three bytes: what lies before a value shifts it, so it has three faces. */
function insideBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.toString("base64").replace(/=+$/, "");
    // The characters at either end are mixed with neighbours.
    const start = shift === 0 ? 0 : shift + 1;
    const end = padded.length % 3 === 0 ? whole.length : whole.length - 1;
    const middle = whole.slice(start, end);
    return [middle, middle.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** All places of all needles; time grows with text and number of needles. */
export function knownSpans(text: string, needles: readonly Needle[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { text: needle, kind } of needles) {
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      spans.push({ start: at, end: at + needle.length, kind });
    }
  }
  return spans;
}
