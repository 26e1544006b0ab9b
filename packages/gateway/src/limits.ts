/** Of one client, whichever way it comes (GW-11). */
export const REQUESTS_PER_SECOND = 60;

/** So many requests at once, and as many again each second (GW-11). */
export class RateLimit {
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = perSecond;
    this.#at = now();
  }

  /** False: it is too much. */
  take(): boolean {
    const now = this.#now();
    const gained = (Math.max(0, now - this.#at) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#perSecond, this.#left + gained);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

const MOST_FAILURES = 5;
const LOCKED_MS = 60_000;
/** Addresses are remembered one by one; a flood of them must not fill the memory. */
const MOST_ADDRESSES = 10_000;

type Failures = { readonly count: number; readonly at: number };

/** Five wrong tokens from an address, and for a minute it may not try again (GW-11). */
export class Lockout {
  readonly #now: () => number;
  readonly #failed = new Map<string, Failures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isLocked(address: string): boolean {
    const failed = this.#recent(address);
    return failed !== null && failed.count >= MOST_FAILURES;
  }

  /** While it is locked, trying again does not make it longer. */
  fail(address: string): void {
    if (this.isLocked(address)) return;
    const count = (this.#recent(address)?.count ?? 0) + 1;
    this.#failed.delete(address);
    this.#failed.set(address, { count, at: this.#now() });
    if (this.#failed.size <= MOST_ADDRESSES) return;
    const [oldest] = this.#failed.keys();
    if (oldest !== undefined) this.#failed.delete(oldest);
  }

  succeed(address: string): void {
    this.#failed.delete(address);
  }

  #recent(address: string): Failures | null {
    const failed = this.#failed.get(address);
    if (failed === undefined) return null;
    if (this.#now() - failed.at < LOCKED_MS) return failed;
    this.#failed.delete(address);
    return null;
  }
}
