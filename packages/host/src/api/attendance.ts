import type { PresenceClient } from "@squire/protocol";
import type { Approvals } from "../approvals/approvals.ts";
import { Presence } from "./presence.ts";

export type AttendancePorts = {
  /** Who watches may answer. */
  readonly approvals: Approvals;
  readonly onChange: (clients: readonly PresenceClient[]) => void;
  /** A watcher or a call has gone. */
  readonly onLeave: () => void;
};

/** Who watches a session, and which calls use it. */
export class Attendance {
  readonly #ports: AttendancePorts;
  readonly #presence: Presence;
  #wasWatched = false;
  #held = 0;

  constructor(ports: AttendancePorts) {
    this.#ports = ports;
    this.#presence = new Presence(() => ports.onChange(this.clients()));
  }

  clients(): readonly PresenceClient[] {
    return this.#presence.clients();
  }

  /** Somebody has watched it, and nobody watches or uses it any more. */
  get isOver(): boolean {
    return this.#wasWatched && this.#held === 0 && this.clients().length === 0;
  }

  /** Somebody watches until this is disposed of. */
  enter(client: PresenceClient): Disposable {
    const there = this.#presence.enter(client);
    const answers = this.#ports.approvals.attach();
    this.#wasWatched = true;
    return {
      [Symbol.dispose]: () => {
        there[Symbol.dispose]();
        answers[Symbol.dispose]();
        this.#ports.onLeave();
      },
    };
  }

  /** A call uses it until this is disposed of. */
  hold(): Disposable {
    this.#held++;
    return {
      [Symbol.dispose]: () => {
        this.#held--;
        this.#ports.onLeave();
      },
    };
  }
}
