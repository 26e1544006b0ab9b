import type { Approve } from "@squire/agent";
import type { Clock } from "@squire/llm";
import type { ApprovalAnswer, ApprovalRequest } from "@squire/protocol";

export type ApprovalsOptions = {
  readonly clock: Pick<Clock, "timer">;
  /** How long any question waits; null: as long as it takes. */
  readonly timeoutMs: number | null;
  /** How long one waits while no client is there; null: as long as it takes (PERM-11). */
  readonly unattendedMs: number | null;
};

/** Whose answer counts. */
export type Answered = {
  /** False: somebody else was faster. */
  readonly ok: boolean;
  readonly answer: ApprovalAnswer;
};

type Open = {
  readonly request: ApprovalRequest;
  readonly settle: (answer: ApprovalAnswer) => void;
};

/** A late client is still told what counted; older ones are in the log. */
const MOST_ANSWERED = 1_000;

/**
 * The questions of a session that wait for a yes or a no. They belong to no client: whoever is
 * there may answer, the first answer counts, and nothing is lost when a client goes (PERM-10,
 * PERM-11).
 */
export class Approvals {
  readonly #options: ApprovalsOptions;
  readonly #open = new Map<string, Open>();
  readonly #answered = new Map<string, ApprovalAnswer>();
  #clients = 0;
  #alone: { cancel(): void } | null = null;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** For the agent: resolves with the first answer, or a no when time is over or the turn ends. */
  readonly approve: Approve = (request, { signal }) => {
    const { approvalId } = request;
    const { clock, timeoutMs } = this.#options;
    return new Promise((resolve) => {
      const stop = (): void => this.#settle(approvalId, STOPPED);
      const timer =
        timeoutMs === null ? null : clock.timer(timeoutMs, () => this.#settle(approvalId, LATE));
      const settle = (answer: ApprovalAnswer): void => {
        timer?.cancel();
        signal.removeEventListener("abort", stop);
        resolve(answer);
      };
      this.#open.set(approvalId, { request, settle });
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      this.#watch();
    });
  };

  /** What waits, oldest first. */
  pending(): readonly ApprovalRequest[] {
    return [...this.#open.values()].map(({ request }) => request);
  }

  /** Null: nobody asked that, or long ago. */
  answer(approvalId: string, answer: ApprovalAnswer): Answered | null {
    const before = this.#answered.get(approvalId);
    if (before !== undefined) return { ok: false, answer: before };
    if (!this.#open.has(approvalId)) return null;
    this.#settle(approvalId, answer);
    return { ok: true, answer };
  }

  /** A client that can answer is there until this is disposed of. */
  attach(): Disposable {
    this.#clients++;
    this.#watch();
    let isThere = true;
    return {
      [Symbol.dispose]: () => {
        if (!isThere) return;
        isThere = false;
        this.#clients--;
        this.#watch();
      },
    };
  }

  #settle(approvalId: string, answer: ApprovalAnswer): void {
    const open = this.#open.get(approvalId);
    if (open === undefined) return;
    this.#open.delete(approvalId);
    this.#answered.set(approvalId, answer);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > MOST_ANSWERED && oldest !== undefined) this.#answered.delete(oldest);
    open.settle(answer);
    this.#watch();
  }

  /** The clock of a question that nobody can see runs from when the last client went. */
  #watch(): void {
    const { clock, unattendedMs } = this.#options;
    const isAlone = this.#clients === 0 && this.#open.size > 0 && unattendedMs !== null;
    if (!isAlone) {
      this.#alone?.cancel();
      this.#alone = null;
      return;
    }
    this.#alone ??= clock.timer(unattendedMs, () => {
      this.#alone = null;
      for (const id of this.#open.keys()) this.#settle(id, UNSEEN);
    });
  }
}

const STOPPED: ApprovalAnswer = { verdict: "deny", reason: "the turn was stopped", by: "abort" };
const LATE: ApprovalAnswer = {
  verdict: "deny",
  reason: "nobody answered in time",
  by: "timeout",
};
const UNSEEN: ApprovalAnswer = {
  verdict: "deny",
  reason: "approval was needed and nobody was there to give it",
  by: "timeout",
};
