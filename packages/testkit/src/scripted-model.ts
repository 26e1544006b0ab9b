import type { Model, ModelEvent, ModelRequest, ModelStream, Origin } from "@squire/protocol";
import { fakeIds } from "./fake-ids.ts";
import { frozenCopy } from "./freeze.ts";
import { sharedStream } from "./shared-stream.ts";
import { fail, playTurn } from "./turn.ts";
import type { PlayedTurn, Turn } from "./turn.ts";
import { abortEvents, turnEvents } from "./turn-events.ts";

/** A turn, or a function that makes one from the request it answers. */
export type ScriptedReply = Turn | ((request: ModelRequest) => Turn);

const SHOWN_CHARACTERS = 4_000;

/**
 * A model that answers from a script and remembers what it was shown. A request beyond the script
 * ends in an error and makes `assertDone` throw.
 */
export class ScriptedModel implements Model {
  readonly #script: readonly ScriptedReply[];
  readonly #requests: ModelRequest[] = [];
  readonly #callIds = fakeIds("call");
  #id = "scripted/test-1";

  constructor(...script: readonly ScriptedReply[]) {
    this.#script = script;
  }

  static withId(id: string, ...script: readonly ScriptedReply[]): ScriptedModel {
    const model = new ScriptedModel(...script);
    model.#id = id;
    return model;
  }

  get id(): string {
    return this.#id;
  }

  /** Every request in order, as frozen copies. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  /** The requests the script had no reply for. */
  get overrun(): readonly ModelRequest[] {
    return this.#requests.slice(this.#script.length);
  }

  /** Throws unless every scripted reply was asked for and nothing else was. */
  assertDone(): void {
    const [unexpected] = this.overrun;
    if (unexpected) throw new Error(overrunMessage(this.#script.length, unexpected));
    const left = this.#script.length - this.#requests.length;
    if (left > 0) {
      throw new Error(`${left} of ${this.#script.length} scripted replies were never asked for.`);
    }
  }

  stream(request: ModelRequest, { signal }: { readonly signal: AbortSignal }): ModelStream {
    const shown = frozenCopy(request);
    const turn = this.#turnFor(shown);
    this.#requests.push(shown);
    const [provider = ""] = this.#id.split("/");
    const origin: Origin = { provider, wire: "scripted", model: shown.model };
    return sharedStream(play(playTurn(turn, this.#callIds), origin, signal));
  }

  #turnFor(request: ModelRequest): Turn {
    const reply = this.#script[this.#requests.length];
    if (reply === undefined) {
      return fail("bad_request", overrunMessage(this.#script.length, request));
    }
    return typeof reply === "function" ? reply(request) : reply;
  }
}

async function* play(
  turn: PlayedTurn,
  origin: Origin,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const delivered: ModelEvent[] = [];
  for (const event of turnEvents(turn, origin)) {
    if (signal.aborted) break;
    delivered.push(event);
    yield event;
    if (event.type === "finish" || event.type === "error") return;
  }
  await aborted(signal);
  yield* abortEvents(delivered, origin);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function overrunMessage(replies: number, request: ModelRequest): string {
  const shown = JSON.stringify(request, null, 2);
  const cut = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  return `The script has ${replies} replies and this request came after them:\n${cut}`;
}
