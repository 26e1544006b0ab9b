import type { Holder } from "../keyring.ts";
import { RateLimit, REQUESTS_PER_SECOND } from "../limits.ts";
import type { AuthAttempt } from "../served-client.ts";

type Ports = {
  readonly now: () => number;
  readonly onAuth?: ((attempt: AuthAttempt) => void) | undefined;
};

/** Each request shows the token again: that somebody is here is said once in this time. */
const SAID_MS = 60_000;
const MOST_ADDRESSES = 1_000;

/** Those who come by HTTP with a right token. They have no line, so one kind of token counts as one client. */
export class Visitors {
  readonly #ports: Ports;
  readonly #rates = new Map<Holder, RateLimit>();
  /** By whom and from where, when it was said. */
  readonly #said = new Map<string, number>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** False: it is too much (GW-11). */
  take(holder: Holder): boolean {
    const rate = this.#rates.get(holder) ?? new RateLimit(REQUESTS_PER_SECOND, this.#ports.now);
    this.#rates.set(holder, rate);
    return rate.take();
  }

  cameIn(holder: Holder, address: string): void {
    const who = `${holder} ${address}`;
    const now = this.#ports.now();
    const said = this.#said.get(who);
    if (said !== undefined && now - said < SAID_MS) return;
    if (this.#said.size >= MOST_ADDRESSES) this.#said.clear();
    this.#said.set(who, now);
    this.#ports.onAuth?.({ ok: true, by: address });
  }
}
