import type { Approve, Gate } from "@squire/agent";
import { argsHashOf } from "@squire/agent";
import type { AgentEvent, ApprovalAnswer, Decision, JudgedCall } from "@squire/protocol";
import type { Audit, AuditEvent } from "@squire/safety";

export type SessionAuditInput = {
  readonly session: string;
  /** Made when there is something to write. */
  readonly open: () => Audit;
  /** What commands are confined by, as far as it is known. */
  readonly sandbox: () => string | undefined;
  /** Somebody can be asked. */
  readonly attended: boolean;
};

/**
 * Puts the calls of a session on record (SEC-3). What changes or reaches anything is in the file
 * before it acts, or it does not act. What only reads waits until the turn ends, so that reading
 * stays fast.
 */
export class SessionAudit implements AsyncDisposable {
  readonly #input: SessionAuditInput;
  /** Judged and not ended; true where the record need not wait. */
  readonly #running = new Map<string, boolean>();
  #audit: Audit | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(input: SessionAuditInput) {
    this.#input = input;
  }

  /** The gate, with every judgement on record before a call may act on it. */
  gate(judge: Gate): Gate {
    return async (call) => {
      const decision = await judge(call);
      const isLoud = call.effect !== "read" && call.effect !== "ask";
      this.#running.set(call.callId, isLoud);
      const event = this.#judged(call, decision);
      if (!isLoud) {
        this.#log().hold(event);
        return decision;
      }
      if (event.decision === "deny") {
        await this.#log().note(event);
        return decision;
      }
      const problem = await this.#append(event);
      return problem === null ? decision : unrecorded(decision, problem);
    };
  }

  /** The same for answers: a yes that cannot be recorded is a no. */
  approving(ask: Approve): Approve {
    return async (request, options) => {
      const answer = await ask(request, options);
      const event: AuditEvent = {
        kind: "approval",
        session: this.#input.session,
        call: request.callId,
        answer: wordFor(answer),
        by: answer.by,
      };
      if (answer.verdict === "deny") {
        await this.#log().note(event);
        return answer;
      }
      const problem = await this.#append(event);
      return problem === null ? answer : { verdict: "deny", reason: problem, by: "audit" };
    };
  }

  /** Something that is about to happen; rejects where it cannot be put on record. */
  async record(event: AuditEvent): Promise<void> {
    const problem = await this.#append(event);
    if (problem !== null) throw new Error(`Nothing is done without a record. ${problem}`);
  }

  /** Something that has happened: a rule was added, a folder was trusted. */
  async note(event: AuditEvent): Promise<void> {
    await this.#log().note(event);
  }

  /** The same, for what can wait until the turn ends. */
  hold(event: AuditEvent): void {
    this.#log().hold(event);
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    if (event.type === "tool.finished") this.#ended(event);
    if (TURN_ENDS.has(event.type)) {
      this.#running.clear();
      if (this.#audit !== null && this.#audit.waiting > 0) this.#write((audit) => audit.flush());
    }
  }

  /** Resolves when everything is written that can be. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    if (this.#audit !== null && this.#audit.waiting > 0) await this.#audit.flush();
  }

  #log(): Audit {
    return (this.#audit ??= this.#input.open());
  }

  #write(work: (audit: Audit) => Promise<unknown>): void {
    this.#writing = Promise.all([this.#writing, work(this.#log())]);
  }

  async #append(event: AuditEvent): Promise<string | null> {
    try {
      await this.#log().append(event);
      return null;
    } catch (error) {
      const advice = error instanceof Error && "advice" in error ? ` ${String(error.advice)}` : "";
      return `${error instanceof Error ? error.message : String(error)}${advice}`;
    }
  }

  #judged(call: JudgedCall, decision: Decision): AuditEvent & { readonly kind: "tool.judged" } {
    const { session, sandbox, attended } = this.#input;
    const { verdict } = decision;
    const confined = call.effect === "execute" ? sandbox() : undefined;
    return {
      kind: "tool.judged",
      session,
      call: call.callId,
      tool: call.name,
      argsHash: argsHashOf(call),
      decision: verdict === "ask" && !attended ? "deny" : verdict,
      because: becauseOf(decision),
      ...(confined === undefined ? {} : { sandbox: confined }),
    };
  }

  #ended({ callId, name, outcome, details }: AgentEvent<"tool.finished">): void {
    const isLoud = this.#running.get(callId);
    // Never judged: the arguments were wrong, or there is no such tool.
    if (isLoud === undefined) return;
    this.#running.delete(callId);
    const { durationMs, exitCode, ending } = details;
    const exit = exitCode ?? (ending === "ran" ? undefined : ending);
    const event: AuditEvent = {
      kind: "tool.ended",
      session: this.#input.session,
      call: callId,
      tool: name,
      ok: !outcome.failed,
      durationMs,
      ...(exit === undefined ? {} : { exit }),
    };
    if (isLoud) this.#write((audit) => audit.note(event));
    else this.#log().hold(event);
  }
}

const TURN_ENDS: ReadonlySet<AgentEvent["type"]> = new Set<AgentEvent["type"]>([
  "turn.finished",
  "turn.failed",
  "turn.aborted",
]);

/** Which step decided, and by which rule; the words of a reason may quote what was asked for. */
function becauseOf({ trail, verdict }: Decision): string {
  const step = trail.findLast((one) => one.verdict === verdict) ?? trail.at(-1);
  if (step === undefined) return "nothing";
  const rule = step.rule === undefined ? "" : ` ${step.rule}`;
  return `${step.stage}${rule}${step.origin === undefined ? "" : ` (${step.origin})`}`;
}

function wordFor(answer: ApprovalAnswer): "yes" | "no" | "always" | "timeout" {
  if (answer.verdict === "approve") return answer.scope === "always" ? "always" : "yes";
  return answer.by === "timeout" ? "timeout" : "no";
}

function unrecorded(decision: Decision, problem: string): Decision {
  const reason = `Nothing acts without a record. ${problem}`;
  const { suggestedRule: _, ...rest } = decision;
  return {
    ...rest,
    verdict: "deny",
    trail: [...decision.trail, { stage: "floor", verdict: "deny", reason }],
  };
}
