const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** A plain number above this is a point in time, not a wait. */
const EPOCH_SECONDS = 1_000_000_000;
const EPOCH_MS = 1_000_000_000_000;

/** How long the server asks us to wait, from whichever header it has for that; undefined when it does not say. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (Number.isFinite(ms)) return wait(ms);
  const after = headers.get("retry-after");
  if (after !== null) return moment(after, now);
  return resetOf(headers, now);
}

/** A wait (`20`, `1.5s`, `6m0s`, `20ms`) or a point in time (epoch, HTTP date, RFC 3339). */
export function moment(text: string, now: number): number | undefined {
  const value = text.trim();
  if (/^\d+(\.\d+)?$/.test(value)) {
    const number = Number(value);
    if (number >= EPOCH_MS) return wait(number - now);
    return wait(number >= EPOCH_SECONDS ? number * 1000 - now : number * 1000);
  }
  const duration = durationMs(value);
  if (duration !== undefined) return wait(duration);
  // Without a time of day it is no date but a number that went wrong.
  const date = value.includes(":") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : wait(date - now);
}

function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, number = "", unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(number) * (UNITS[unit] ?? 0);
  }
  return total;
}

/** `x-ratelimit-reset-tokens` and its kin; one whose `remaining` is 0 is what stopped us. */
function resetOf(headers: Headers, now: number): number | undefined {
  const waits: number[] = [];
  const exhausted: number[] = [];
  headers.forEach((value, name) => {
    if (!name.includes("ratelimit") || !/\breset\b/.test(name)) return;
    const ms = moment(value, now);
    if (ms === undefined) return;
    waits.push(ms);
    if (headers.get(name.replace("reset", "remaining"))?.trim() === "0") exhausted.push(ms);
  });
  const relevant = exhausted.length > 0 ? exhausted : waits;
  return relevant.length === 0 ? undefined : Math.max(...relevant);
}

function wait(ms: number): number {
  return Math.max(0, Math.round(ms));
}
