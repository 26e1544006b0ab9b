/** Controls and marks that change the direction or the looks of what stands around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const LAST_TIME = 8.64e15;

/** One line that can be shown anywhere, of at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const spaced = text
    .slice(0, 4 * max)
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .replaceAll(UNSEEN, "")
    .trim();
  const chars = Array.from(spaced);
  const cut = chars.length > max || text.length > 4 * max;
  return cut ? `${chars.slice(0, max - 1).join("")}…` : spaced;
}

/** As `oneLine`, for many: only line breaks and tabs are left of the controls. */
export function inertText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return lines.replaceAll(UNSEEN, (char) => (char === "\n" || char === "\t" ? char : ""));
}

/** Also for times that no calendar has. */
export function isoTime(ts: number): string {
  return new Date(Math.min(Math.max(0, ts), LAST_TIME)).toISOString();
}
