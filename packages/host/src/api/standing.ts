import type { AgentEvent, WaitingEdit } from "@squire/protocol";
import type { LiveSession } from "../session/live-session.ts";

type StandingLive = Pick<LiveSession, "queuedEdits" | "workbench">;

/** Edits in words that wait, as faces see them. */
export function waitingEdits(live: Pick<LiveSession, "queuedEdits">): readonly WaitingEdit[] {
  return live.queuedEdits().map(({ id, path, search, replace }) => ({ id, path, search, replace }));
}

/** After these the taint, or the edits that wait, may be others. */
const CHANGING: ReadonlySet<AgentEvent["type"]> = new Set<AgentEvent["type"]>([
  "tool.finished",
  "compaction.finished",
  "turn.finished",
  "turn.failed",
  "turn.aborted",
]);

/** What stands beside the transcript and follows from the log: told whenever it has changed. */
export class Standing {
  readonly #live: StandingLive;
  readonly #publish: (event: AgentEvent) => void;
  #edits: string;
  #taint: string;

  constructor(live: StandingLive, publish: (event: AgentEvent) => void) {
    this.#live = live;
    this.#publish = publish;
    this.#edits = editsKey(live);
    this.#taint = taintKey(live);
  }

  hear({ type }: AgentEvent): void {
    if (CHANGING.has(type)) this.tell();
  }

  tell(): void {
    const [edits, taint] = [this.#edits, this.#taint];
    this.told();
    if (edits !== this.#edits) {
      this.#publish({ type: "edits.changed", edits: waitingEdits(this.#live) });
    }
    if (taint !== this.#taint) {
      this.#publish({ type: "taint.changed", ...this.#live.workbench.taint() });
    }
  }

  /** Everybody has just been told by a whole state. */
  told(): void {
    this.#edits = editsKey(this.#live);
    this.#taint = taintKey(this.#live);
  }
}

/** The number of an edit is never used again. */
function editsKey(live: StandingLive): string {
  return live
    .queuedEdits()
    .map(({ id }) => id)
    .join();
}

function taintKey({ workbench }: StandingLive): string {
  return workbench.taint().sources.join();
}
