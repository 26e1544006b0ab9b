/** `38 ms`, `3.1 s`, `2 m 05 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, "0")} s`;
}

/** Money to three places below a dollar, where one call costs less than a cent; `?` where it is not known. */
export function dollars(usd: number | null): string {
  if (usd === null) return "$?";
  if (usd === 0) return "$0.00";
  return usd < 1 ? `$${usd.toFixed(3)}` : `$${usd.toFixed(2)}`;
}

/** `950`, `12.3k`, `1.2M`. */
export function count(number: number): string {
  if (number < 1000) return String(number);
  if (number < 1_000_000) return `${(number / 1000).toFixed(number < 10_000 ? 1 : 0)}k`;
  return `${(number / 1_000_000).toFixed(1)}M`;
}

export function percent(part: number, whole: number): string {
  return whole <= 0 ? "?" : `${Math.round((part / whole) * 100)}%`;
}

/** `1 job`, `2 jobs`. */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** How long ago, for lists: `now`, `5 m`, `3 h`, `2 d`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} m`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
