import type { CredentialVerdict } from "@squire/llm";

/** Which credential is next, and which ones rest. A value: every step makes a new one (MODL-15). */
export type Pool = {
  /** How often each provider has handed out a credential to somebody new. */
  readonly turns: ReadonlyMap<string, number>;
  /** `provider` and affinity key → credential id, oldest first. */
  readonly bound: ReadonlyMap<string, string>;
  readonly resting: ReadonlyMap<string, Rest>;
};

type Rest = { readonly until: number; readonly strikes: number };

export const EMPTY_POOL: Pool = { turns: new Map(), bound: new Map(), resting: new Map() };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
// A gateway sees many sessions; the oldest ones forget their credential first.
const MAX_BOUND = 1000;

export type PickInput = {
  readonly provider: string;
  /** Usable credentials, in a stable order. */
  readonly ids: readonly string[];
  readonly affinity?: string;
  readonly now: number;
};

/**
 * The next credential in turn. One that a session already has stays with it while it is healthy.
 * When all rest, the one that is free soonest: a failing key gives the user the true reason.
 */
export function pickFrom(
  pool: Pool,
  input: PickInput,
): { readonly pool: Pool; readonly id: string | null } {
  const { provider, ids, affinity, now } = input;
  const healthy = ids.filter((id) => restsUntil(pool, id) <= now);
  if (healthy.length === 0) return { pool, id: soonest(pool, ids) };
  const session = affinity === undefined ? undefined : `${provider}\n${affinity}`;
  const bound = session === undefined ? undefined : pool.bound.get(session);
  if (bound !== undefined && healthy.includes(bound)) return { pool, id: bound };
  const turn = pool.turns.get(provider) ?? 0;
  const id = nextInTurn(ids, healthy, turn);
  const turns = new Map(pool.turns).set(provider, ids.indexOf(id) + 1);
  const next = { ...pool, turns };
  return { pool: session === undefined ? next : bind(next, session, id), id };
}

function restsUntil(pool: Pool, id: string): number {
  return pool.resting.get(id)?.until ?? 0;
}

/** The first healthy one at or after the place where the last turn ended. */
function nextInTurn(ids: readonly string[], healthy: readonly string[], turn: number): string {
  const start = turn % ids.length;
  const order = [...ids.slice(start), ...ids.slice(0, start)];
  return order.find((id) => healthy.includes(id)) ?? order[0] ?? "";
}

function soonest(pool: Pool, ids: readonly string[]): string | null {
  const order = [...ids].sort((a, b) => restsUntil(pool, a) - restsUntil(pool, b));
  return order[0] ?? null;
}

function bind(pool: Pool, session: string, id: string): Pool {
  const bound = new Map(pool.bound);
  bound.delete(session);
  bound.set(session, id);
  const oldest = bound.keys().next().value;
  if (bound.size > MAX_BOUND && oldest !== undefined) bound.delete(oldest);
  return { ...pool, bound };
}

export type ReportInput = {
  readonly id: string;
  readonly verdict: CredentialVerdict;
  /** How long the server asked to be left alone. */
  readonly retryAfterMs?: number;
  readonly now: number;
};

/** How a credential fared: a bad verdict lets it rest, a good one clears its record. */
export function reportTo(pool: Pool, { id, verdict, retryAfterMs, now }: ReportInput): Pool {
  const resting = new Map(pool.resting);
  if (verdict === "ok") {
    resting.delete(id);
    return { ...pool, resting };
  }
  const strikes = (pool.resting.get(id)?.strikes ?? 0) + 1;
  resting.set(id, { strikes, until: now + restFor(verdict, strikes, retryAfterMs) });
  return { ...pool, resting };
}

function restFor(
  verdict: Exclude<CredentialVerdict, "ok">,
  strikes: number,
  retryAfterMs: number | undefined,
): number {
  switch (verdict) {
    case "rate_limit": {
      const usable =
        retryAfterMs !== undefined && Number.isFinite(retryAfterMs) && retryAfterMs > 0;
      return Math.min(usable ? retryAfterMs : MINUTE * 2 ** Math.min(strikes - 1, 10), HOUR);
    }
    case "billing":
      return HOUR;
    case "auth":
      return 24 * HOUR;
  }
}
