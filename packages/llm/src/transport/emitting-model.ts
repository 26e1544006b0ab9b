import type { Model, ModelEvent, ModelRequest } from "@squire/protocol";
import { isTerminal } from "@squire/protocol/values";
import { brokenReply, emitStream } from "./stream.ts";
import type { Emit } from "./stream.ts";

/** One request: emits the events of its reply, the terminal one last. */
export type Ask = (request: ModelRequest, emit: Emit, signal: AbortSignal) => Promise<void>;

const ASK = Symbol("ask");

type EmittingModel = Model & { readonly [ASK]: Ask };

/** A model from code that emits. Layers around it run that code instead of reading a stream. */
export function emittingModel(id: string, ask: Ask): Model {
  const model: EmittingModel = {
    id,
    stream: (request, { signal }) =>
      emitStream((emit, linked) => ask(request, emit, linked), signal),
    [ASK]: ask,
  };
  return model;
}

export type Question = {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
};

/** Asks any model. Emits one terminal event, as the last one; never rejects. */
export async function askModel(
  { model, request, signal }: Question,
  emit: (event: ModelEvent) => void,
): Promise<void> {
  let ended = false;
  const pass: Emit = (event) => {
    if (ended) return;
    ended = isTerminal(event);
    emit(event);
  };
  try {
    const ask = isEmitting(model) ? model[ASK] : reading(model);
    await ask(request, pass, signal);
    pass(brokenReply("the stream ended without a result"));
  } catch (error) {
    pass(brokenReply(error instanceof Error ? error.message : String(error)));
  }
}

function isEmitting(model: Model): model is EmittingModel {
  return ASK in model;
}

/** For a model of somebody else. */
function reading(model: Model): Ask {
  return async (request, emit, signal) => {
    for await (const event of model.stream(request, { signal })) emit(event);
  };
}

/** What becomes of the events of a reply. `close` comes once, after the last of them. */
export type EventFilter = {
  readonly accept: (event: ModelEvent) => void;
  readonly close?: () => void;
};

/** The same model, its events seen and changed on their way. A reply ends as it would have. */
export function filteredModel(
  model: Model,
  filter: (emit: Emit, request: ModelRequest) => EventFilter,
): Model {
  return emittingModel(model.id, (request, emit, signal) => {
    const { accept, close } = filter(emit, request);
    return askModel({ model, request, signal }, (event) => {
      accept(event);
      if (!isTerminal(event)) return;
      close?.();
      // Already there, unless the filter kept it.
      emit(event);
    });
  });
}
