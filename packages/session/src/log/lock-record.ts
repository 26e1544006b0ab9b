import type { Owner } from "./process-table.ts";

/** What a lock file says. */
export type LockRecord = {
  readonly owner: Owner;
  /** Different for every lock ever taken. */
  readonly token: string;
  /** When the owner last showed that it lives. */
  readonly beat: number;
};

/** A beat overwrites the record in place, so that all of one owner's have the same length. */
export function encodeRecord({ owner, token, beat }: LockRecord): Uint8Array {
  const time = String(beat).padStart(16, "0");
  const { pid, host, scope, startedAt } = owner;
  return new TextEncoder().encode(
    `${JSON.stringify({ pid, host, scope, startedAt, token, beat: time })}\n`,
  );
}

/** Null when it is not (yet) a whole record. */
export function decodeRecord(bytes: Uint8Array): LockRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { pid, host, scope, startedAt, token, beat } = value as Record<string, unknown>;
  if (typeof pid !== "number" || typeof host !== "string" || typeof scope !== "string") return null;
  if (typeof token !== "string" || typeof beat !== "string" || !/^\d+$/.test(beat)) return null;
  if (startedAt !== null && typeof startedAt !== "string") return null;
  return { owner: { pid, host, scope, startedAt }, token, beat: Number(beat) };
}
