import type { QueueItem, UserMessage } from "@squire/protocol";
import type { CallPorts } from "../tool/pipeline/ports.ts";
import type { QueueMode } from "./settings.ts";

export type Delivery = QueueItem["delivery"];
type QueuePorts = Pick<CallPorts, "log" | "emit" | "ids">;

/**
 * What the user has written and the model has not seen (LOOP-7, LOOP-8). Everything in here is in
 * the log as well, so that it survives the end of the process (SES-18).
 */
export class MessageQueue {
  readonly #ports: QueuePorts;
  #items: readonly QueueItem[];

  constructor(ports: QueuePorts, items: readonly QueueItem[] = []) {
    this.#ports = ports;
    this.#items = items;
  }

  get items(): readonly QueueItem[] {
    return this.#items;
  }

  /** Whether somebody waits to be heard within the running turn. */
  get hasSteering(): boolean {
    return this.#items.some(({ delivery }) => delivery === "steer");
  }

  /** Resolves with the id once the message is safe. */
  async add(message: UserMessage, delivery: Delivery): Promise<string> {
    const queueId = this.#ports.ids();
    await this.#ports.log.append<"queued">({ type: "queued", queueId, message, delivery });
    this.#set([...this.#items, { queueId, message, delivery }]);
    return queueId;
  }

  /** False when it is no longer there. */
  async withdraw(queueId: string): Promise<boolean> {
    const item = this.#items.find((queued) => queued.queueId === queueId);
    if (item === undefined) return false;
    const { delivery } = item;
    // Out of reach before the log is asked, so that it is not sent meanwhile.
    this.#set(this.#items.filter((queued) => queued !== item));
    await this.#ports.log.append<"queued">({ type: "queued", queueId, message: null, delivery });
    return true;
  }

  /** Changes what was not sent yet. False when it is no longer there. */
  async revise(queueId: string, message: UserMessage): Promise<boolean> {
    const at = this.#items.findIndex((queued) => queued.queueId === queueId);
    const item = this.#items[at];
    if (item === undefined) return false;
    const { delivery } = item;
    // As with `withdraw`: what is sent meanwhile is already the new one.
    this.#set(this.#items.with(at, { queueId, message, delivery }));
    await this.#ports.log.append<"queued">({ type: "queued", queueId, message, delivery });
    return true;
  }

  /** The messages for the running turn. */
  takeSteering(mode: QueueMode): readonly QueueItem[] {
    return this.#take(
      this.#items.filter(({ delivery }) => delivery === "steer"),
      mode,
    );
  }

  /** What was sent to take the place of a turn; all of it. */
  takeReplacements(): readonly QueueItem[] {
    return this.#take(
      this.#items.filter(({ delivery }) => delivery === "replace"),
      "all",
    );
  }

  /** What an earlier process left behind for a turn that is gone: the next one begins with it. */
  takeLeftOver(): readonly QueueItem[] {
    return this.#take(
      this.#items.filter(({ delivery }) => delivery !== "follow_up"),
      "all",
    );
  }

  /** The messages for the next turn, in the order they were written, whatever they were meant for. */
  takeNext(mode: QueueMode): readonly QueueItem[] {
    return this.#take(this.#items, mode);
  }

  /** No turn runs: whatever is still here waits for the next one to end. */
  settle(): void {
    if (this.hasSteering) this.#set(this.#items.map(waiting));
  }

  /** Puts back what could not be delivered, in front. */
  putBack(items: readonly QueueItem[]): void {
    if (items.length > 0) this.#set([...items, ...this.#items]);
  }

  #take(candidates: readonly QueueItem[], mode: QueueMode): readonly QueueItem[] {
    const taken = mode === "all" ? candidates : candidates.slice(0, 1);
    if (taken.length > 0) this.#set(this.#items.filter((item) => !taken.includes(item)));
    return taken;
  }

  #set(items: readonly QueueItem[]): void {
    this.#items = items;
    this.#ports.emit({ type: "queue.changed", items });
  }
}

function waiting(item: QueueItem): QueueItem {
  return item.delivery === "steer" ? { ...item, delivery: "follow_up" } : item;
}
