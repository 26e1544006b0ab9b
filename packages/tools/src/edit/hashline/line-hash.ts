const RADIX = 36;
/** The longest hash that is shown. */
export const FULL = 4;
const SPACE = RADIX ** FULL;
/** How many lines above tell equal lines apart. */
const ABOVE = 3;
/** A hash shall be this many times rarer than the lines that could be taken for its own. */
const RARITY = 50;

/** What a line is known by: by itself, and together with the lines above it. */
export type LineHash = { readonly own: string; readonly within: string };

/** Blanks at the ends of lines do not count: nobody sees them, and formatters take them away. */
export function hashLines(lines: readonly string[]): readonly LineHash[] {
  const plain = lines.map((line) => line.trimEnd());
  return plain.map((line, at) => ({
    own: hashText(line),
    within: hashText(plain.slice(Math.max(0, at - ABOVE), at + 1).join("\n")),
  }));
}

/** Always of the full length. Same text, same hash, on every machine. */
export function hashText(text: string): string {
  // FNV-1a over the code units, then mixed so that the low digits depend on all of them.
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  const number = (hash ^ (hash >>> 16)) >>> 0;
  return (number % SPACE).toString(RADIX).padStart(FULL, "0");
}

/** How long a hash must be at least in a file of so many lines, from 2 to 4. */
export function leastLength(lines: number): number {
  for (let length = 2; length < FULL; length++) if (isRare(length, lines)) return length;
  return FULL;
}

/** Whether so many characters are enough to find a line again that is not where it was. */
export function isRare(chars: number, lines: number): boolean {
  return RADIX ** chars >= lines * RARITY;
}
