import type { ErrorEvent, FailureKind, Model, ModelFailure } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { Breaker } from "./breaker.ts";
import { askModel, emittingModel } from "./emitting-model.ts";
import type { Question } from "./emitting-model.ts";
import { isDelivery, singleStart } from "./retry.ts";
import type { Emit } from "./stream.ts";

/** A chain of models that answers as one. */
export type FallbackModel = Model & {
  /** The next request starts at the head of the chain again. */
  beginTurn(): void;
};

// Another vendor would be asked the same wrong question, or the user does not want an answer.
const FINAL: ReadonlySet<FailureKind> = new Set(["aborted", "bad_request", "overflow", "refused"]);

type Tried = { readonly id: string; readonly error: ErrorEvent };

/**
 * Asks the models of a chain in order until one delivers (PROV-16). A model that took over keeps
 * the rest of the turn. A model whose circuit is open is passed over. The members retry by
 * themselves (`withRetry`) and ask for their own model whatever `request.model` says.
 */
export function withFallback(chain: readonly Model[], breaker: Breaker): FallbackModel {
  const [first] = chain;
  if (first === undefined) throw new Error("A fallback chain needs at least one model.");
  let current = 0;
  const model = emittingModel(first.id, async (request, emit, signal) => {
    const once = singleStart(emit);
    const tried: Tried[] = [];
    for (const [place, member] of chain.entries()) {
      if (place < current) continue;
      const previous = tried.at(-1);
      if (previous !== undefined) {
        const { failure } = previous.error;
        emit({ type: "fallback.started", from: previous.id, to: member.id, failure });
        current = place;
      }
      const error = await ask({ model: member, request, signal }, breaker, once);
      if (error === null) return;
      tried.push({ id: member.id, error });
      if (FINAL.has(error.failure.kind) || signal.aborted) break;
    }
    emit(summary(tried));
  });
  return {
    ...model,
    beginTurn: () => {
      current = 0;
    },
  };
}

/** The error that lets the next model try; null when this one has said its last word. */
async function ask(question: Question, breaker: Breaker, emit: Emit): Promise<ErrorEvent | null> {
  const { id } = question.model;
  const admission = breaker.admit(id);
  if (!admission.ok) return errorEvent(admission.failure);
  const told: { error: ErrorEvent | null } = { error: null };
  let delivered = false;
  await askModel(question, (event) => {
    if (event.type === "finish") breaker.report(id, null);
    if (event.type === "error") {
      breaker.report(id, event.failure);
      if (!delivered) {
        told.error = event;
        return;
      }
    }
    delivered ||= isDelivery(event);
    emit(event);
  });
  return told.error;
}

function summary(tried: readonly Tried[]): ErrorEvent {
  const last = tried.at(-1);
  if (last === undefined) throw new Error("a chain of no models was asked");
  if (tried.length === 1) return last.error;
  const { failure } = last.error;
  const list = tried.map(({ id, error }) => `${id} (${error.failure.kind})`).join(", ");
  return {
    ...last.error,
    failure: { ...failure, message: `${failure.message} Tried in turn: ${list}.` },
  };
}

function errorEvent(failure: ModelFailure): ErrorEvent {
  return { type: "error", failure, partial: null, usage: NO_USAGE };
}
