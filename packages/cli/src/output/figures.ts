const MAX_TIME = 8.64e15;

/** `2030-01-02 14:05` in the time of this machine. */
export function when(ms: number): string {
  const date = new Date(Math.min(Math.max(0, ms), MAX_TIME));
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Null is a price nobody knows. */
export function money(usd: number | null): string {
  if (usd === null) return "-";
  return `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 6 : 4)}`;
}

export function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}

/** `1 line`, `2 lines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** One line of at most `max` characters. */
export function shortLine(text: string, max: number): string {
  const chars = Array.from(
    text
      .slice(0, 4 * max)
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  return chars.length > max || text.length > 4 * max
    ? `${chars.slice(0, max - 1).join("")}…`
    : chars.join("");
}
