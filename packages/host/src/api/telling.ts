import { systemClock } from "@squire/platform";
import type { AgentEvent, SessionState } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { EventFeed } from "./event-feed.ts";
import { keptPage } from "./kept-page.ts";
import type { KeptPage } from "./kept-page.ts";
import { Spending } from "./spending.ts";
import { TurnTail } from "./turn-tail.ts";

export type TellingInput = {
  readonly session: OpenSession;
  /** For turns of which no entry says which model it was. */
  readonly model: string;
  /** As the session stands when somebody comes. */
  readonly state: () => SessionState;
  /** Of the model that is asked now. */
  readonly window: () => number;
};

/** What is told of a session: to who listens now, and to who comes later. */
export class Telling {
  readonly feed: EventFeed;
  readonly #input: TellingInput;
  readonly #tail = new TurnTail();
  readonly #spending: Spending;
  /** The leaf when nothing was going on; what came after it is in the tail. */
  #base: string | null = null;

  constructor(input: TellingInput) {
    const { session } = input;
    this.#input = input;
    this.#spending = new Spending(session);
    this.feed = new EventFeed({
      sessionId: session.header.id,
      now: () => systemClock.now(),
      restored: (reason) => this.#restored(reason),
    });
  }

  get spending(): Pick<Spending, "spent" | "contextTokens"> {
    return this.#spending;
  }

  /** Everybody hears it, in this order. */
  publish(event: AgentEvent): void {
    this.#tail.add(event, systemClock.now());
    const isFilled = this.#spending.hear(event);
    this.feed.publish(event);
    if (!isFilled) return;
    const tokens = this.#spending.contextTokens;
    this.publish({ type: "context.changed", tokens, window: this.#input.window() });
  }

  /** The branch in view is another one, or the first: everybody begins anew. */
  begin(reason: "opened" | "branch"): void {
    this.#base = this.#input.session.tree.leafId;
    this.#tail.clear();
    if (reason === "branch") this.feed.publish({ type: "leaf.changed", entryId: this.#base });
    this.feed.publish(this.#restored(reason));
  }

  /** Nothing goes on: whatever there is to tell is in the log. */
  rest(): void {
    const { session } = this.#input;
    this.#base = session.tree.leafId;
    this.#tail.clear();
    this.#spending.rest(session);
  }

  /** Kept events up to an entry that was at rest. */
  page(leafId: string | null): KeptPage {
    const { session, model } = this.#input;
    return keptPage(session.tree, { leafId, model, isOver: true });
  }

  /** The view from its beginning, for who was not there. */
  #restored(reason: "opened" | "behind" | "branch"): AgentEvent<"session.restored"> {
    const state = this.#input.state();
    const page = this.page(this.#base);
    const events = [...page.events, ...this.#tail.events()];
    return { type: "session.restored", reason, state, events, earlier: page.earlier };
  }
}
