import type { AgentEvent } from "@squire/protocol";
import type { WebPorts } from "./tools.ts";

const WAIT_MS = 300;

const LISTED: ReadonlySet<AgentEvent["type"]> = new Set([
  "session.restored",
  "title.changed",
  "session.updated",
  "turn.started",
  "turn.finished",
  "turn.failed",
  "turn.aborted",
]);

/** Whether what a list of sessions shows of one has changed. */
export function changesList({ type }: AgentEvent): boolean {
  return LISTED.has(type);
}

const ENDS: ReadonlySet<AgentEvent["type"]> = new Set([
  "turn.finished",
  "turn.failed",
  "turn.aborted",
]);

/** Whether there is more in the tree of the session now. */
export function growsTree({ type }: AgentEvent): boolean {
  return ENDS.has(type);
}

/** Wishes that come together are carried out once, a little later. */
export class SoonOnce {
  readonly #ports: Pick<WebPorts, "later">;
  readonly #run: () => void;
  #isWaiting = false;

  constructor(ports: Pick<WebPorts, "later">, run: () => void) {
    this.#ports = ports;
    this.#run = run;
  }

  ask(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#ports.later(WAIT_MS, () => {
      this.#isWaiting = false;
      this.#run();
    });
  }
}
