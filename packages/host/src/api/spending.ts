import type { AgentEvent, SessionState, UsageTotal } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { usageTotal } from "./usage-total.ts";

type Spent = SessionState["spent"];

/**
 * What was spent, as far as faces were told: the log may be a step ahead of the events, and whoever
 * comes in between must not count a request twice.
 */
export class Spending {
  #spent: Spent;

  constructor(session: OpenSession) {
    this.#spent = spentIn(session);
  }

  get spent(): Spent {
    return this.#spent;
  }

  hear(event: AgentEvent): void {
    if (event.type === "turn.started") this.#spent = { ...this.#spent, turn: NOTHING };
    if (event.type !== "usage.reported") return;
    const { turn, session } = this.#spent;
    this.#spent = { turn: add(turn, event), session: add(session, event) };
  }

  /** Nothing goes on: the log and the events say the same. */
  rest(session: OpenSession): void {
    this.#spent = { ...this.#spent, session: spentIn(session).session };
  }
}

const NOTHING: UsageTotal = {
  requests: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: 0,
};

function spentIn(session: OpenSession): Spent {
  const { lastTurn } = session.state();
  return { turn: usageTotal(lastTurn), session: usageTotal(session.usage().session) };
}

function add(total: UsageTotal, { usage, costUsd }: AgentEvent<"usage.reported">): UsageTotal {
  return {
    requests: total.requests + 1,
    input: total.input + (usage.input ?? 0),
    output: total.output + (usage.output ?? 0),
    cacheRead: total.cacheRead + (usage.cacheRead ?? 0),
    cacheWrite: total.cacheWrite + (usage.cacheWrite ?? 0),
    costUsd: total.costUsd === null || costUsd === null ? null : total.costUsd + costUsd,
  };
}
