/** Larger than this it is only made longer. */
const MOST_CHARS = 2_000_000;

/** JSON with a line for each value; as it is where it is none. */
export function prettyJson(text: string): string {
  if (text.length > MOST_CHARS) return text;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, 1);
  } catch {
    return text;
  }
}
