import type { ErrorEvent, FailureKind, Model, ModelFailure, ModelRequest } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { Breaker } from "./breaker.ts";
import { isDelivery, singleStart } from "./retry.ts";
import { emitStream, eventGroups } from "./stream.ts";
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
  return {
    id: first.id,
    beginTurn: () => {
      current = 0;
    },
    stream: (request, { signal }) =>
      emitStream(async (emit, linked) => {
        const once = singleStart(emit);
        const tried: Tried[] = [];
        for (const [place, model] of chain.entries()) {
          if (place < current) continue;
          const previous = tried.at(-1);
          if (previous !== undefined) {
            const { failure } = previous.error;
            emit({ type: "fallback.started", from: previous.id, to: model.id, failure });
            current = place;
          }
          const error = await ask({ model, breaker, request, emit: once }, linked);
          if (error === null) return;
          tried.push({ id: model.id, error });
          if (FINAL.has(error.failure.kind) || linked.aborted) break;
        }
        emit(summary(tried));
      }, signal),
  };
}

type Question = {
  readonly model: Model;
  readonly breaker: Breaker;
  readonly request: ModelRequest;
  readonly emit: Emit;
};

/** The error that lets the next model try; null when this one has said its last word. */
async function ask(question: Question, signal: AbortSignal): Promise<ErrorEvent | null> {
  const { model, breaker, request, emit } = question;
  const admission = breaker.admit(model.id);
  if (!admission.ok) return errorEvent(admission.failure);
  let delivered = false;
  for await (const events of eventGroups(model.stream(request, { signal }))) {
    for (const event of events) {
      if (event.type === "finish") breaker.report(model.id, null);
      if (event.type === "error") {
        breaker.report(model.id, event.failure);
        if (!delivered) return event;
      }
      delivered ||= isDelivery(event);
      emit(event);
    }
  }
  return null;
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
