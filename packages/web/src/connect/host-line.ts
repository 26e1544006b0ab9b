import type { Credentials, HostClient } from "@squire/client";
import { failureOf } from "../face/failure-of.ts";
import type { Knocking } from "./connect-host.ts";
import type { Link, LinkState } from "./link.ts";
import { forgetToken, keepToken, type Kept } from "./token.ts";

type LinePorts = {
  readonly connect: (knocking: Knocking) => Promise<Link>;
  readonly kept: Kept;
};

type LineEars = {
  readonly state: (state: LinkState) => void;
  /** The host has let us in, for the first time since we signed in. */
  readonly open: () => void;
};

/** The one line of the page to its host, and the token that is good for it. */
export class HostLine {
  readonly #ports: LinePorts;
  readonly #ears: LineEars;
  #auth: Credentials | null = null;
  #knocking = new AbortController();
  #link: Link | null = null;
  #isWaiting = false;

  constructor(ports: LinePorts, ears: LineEars) {
    this.#ports = ports;
    this.#ears = ears;
  }

  /** Null while nobody has been let in. */
  get client(): HostClient | null {
    return this.#link?.client ?? null;
  }

  /** Knocks with these, or leaves with null. Never rejects. */
  async sign(auth: Credentials | null): Promise<void> {
    this.#hangUp();
    this.#auth = auth;
    if (auth === null) return forgetToken(this.#ports.kept);
    if ("token" in auth) keepToken(auth.token, this.#ports.kept);
    const knocking = new AbortController();
    this.#knocking = knocking;
    const { signal } = knocking;
    const onState = (state: LinkState): void => {
      if (!signal.aborted) this.#tell(state);
    };
    try {
      // Who has left meanwhile is not to come back by it.
      const onToken = (token: string): void => {
        if (!signal.aborted) this.#keep(token);
      };
      const link = await this.#ports.connect({ auth, onToken, onState, signal });
      if (signal.aborted) return link.close();
      this.#link = link;
      this.#ears.open();
    } catch (error) {
      onState({ type: "refused", message: failureOf(error).message });
    }
  }

  /** Knocks at once instead of waiting. */
  hurry(): void {
    if (this.#isWaiting && this.#auth !== null) void this.sign(this.#auth);
  }

  #tell(state: LinkState): void {
    this.#isWaiting = state.type === "reconnecting";
    if (state.type === "refused") forgetToken(this.#ports.kept);
    this.#ears.state(state);
  }

  #keep(token: string): void {
    this.#auth = { token };
    keepToken(token, this.#ports.kept);
  }

  #hangUp(): void {
    this.#knocking.abort();
    this.#link?.close();
    this.#link = null;
  }
}
