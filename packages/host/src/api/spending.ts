import type { AgentEvent, SessionState } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { NOTHING_SPENT, spentOnce, sumSpent, usageTotal } from "./usage-total.ts";

type Spent = SessionState["spent"];

/**
 * What was spent, as far as faces were told: the log may be a step ahead of the events, and whoever
 * comes in between must not count a request twice.
 */
export class Spending {
  #spent: Spent;
  #contextTokens: number;

  constructor(session: OpenSession) {
    this.#spent = spentIn(session);
    this.#contextTokens = session.state().lastPromptTokens ?? 0;
  }

  /** Of the last request, or what a compaction has left of it. */
  get contextTokens(): number {
    return this.#contextTokens;
  }

  get spent(): Spent {
    return this.#spent;
  }

  /** True when the window is filled differently from now on. */
  hear(event: AgentEvent): boolean {
    switch (event.type) {
      case "turn.started":
        this.#spent = { ...this.#spent, turn: NOTHING_SPENT };
        return false;
      case "usage.reported": {
        const { turn, session } = this.#spent;
        const once = spentOnce(event);
        this.#spent = { turn: sumSpent(turn, once), session: sumSpent(session, once) };
        return event.kind === "turn" && this.#fill(event.usage.input);
      }
      case "compaction.finished":
        return this.#fill(event.tokensAfter);
      default:
        return false;
    }
  }

  #fill(tokens: number | null): boolean {
    if (tokens !== null) this.#contextTokens = tokens;
    return tokens !== null;
  }

  /** Nothing goes on: the log and the events say the same. */
  rest(session: OpenSession): void {
    this.#spent = { ...this.#spent, session: spentIn(session).session };
  }
}

function spentIn(session: OpenSession): Spent {
  const { lastTurn } = session.state();
  return { turn: usageTotal(lastTurn), session: usageTotal(session.usage().session) };
}
