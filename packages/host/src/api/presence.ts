import type { PresenceClient } from "@squire/protocol";

/** Who watches a session. One client may do so several times and counts once. */
export class Presence {
  readonly #there = new Map<string, { readonly client: PresenceClient; count: number }>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  clients(): readonly PresenceClient[] {
    return [...this.#there.values()].map(({ client }) => client);
  }

  /** Until it is disposed of. */
  enter(client: PresenceClient): Disposable {
    const { clientId } = client;
    const known = this.#there.get(clientId);
    if (known === undefined) {
      this.#there.set(clientId, { client, count: 1 });
      this.#onChange();
    } else known.count++;
    let isThere = true;
    return {
      [Symbol.dispose]: () => {
        if (!isThere) return;
        isThere = false;
        this.#leave(clientId);
      },
    };
  }

  #leave(clientId: string): void {
    const known = this.#there.get(clientId);
    if (known === undefined || --known.count > 0) return;
    this.#there.delete(clientId);
    this.#onChange();
  }
}
