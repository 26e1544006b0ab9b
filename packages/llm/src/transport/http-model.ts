import type { Model, ModelFailure, ModelRequest, TerminalEvent } from "@squire/protocol";
import type { Endpoint } from "../endpoint.ts";
import type { Credential, CredentialVerdict, Ports } from "../ports.ts";
import type { Stepper, Wire, WireRequest } from "../wire/contract.ts";
import { encodeOnce } from "../wire/encode-once.ts";
import { GrowingBody } from "../wire/growing-body.ts";
import { emittingModel } from "./emitting-model.ts";
import { hasOwnAuth, headersOnce, secretsOf } from "./headers.ts";
import type { HeadersOf } from "./headers.ts";
import { failureAt, ModelFailed } from "./model-failed.ts";
import { networkFailure } from "./network-failure.ts";
import { Outlet } from "./outlet.ts";
import { ERROR_BODY, readText } from "./read-body.ts";
import { statusFailure } from "./reply-failure.ts";
import { readReply } from "./read-reply.ts";
import type { Emit } from "./stream.ts";
import { joinUrl } from "./url.ts";
import type { JoinedUrl } from "./url.ts";
import { Watch } from "./watch.ts";

/**
 * A model behind HTTP. One stream is one request: it never retries and never throws. The endpoint
 * decides which model is asked (`request.model` is replaced by `endpoint.model`), so that the same
 * request can be given to every model of a fallback chain.
 */
export function httpModel(endpoint: Endpoint, wire: Wire, ports: Ports): Model {
  const bodies = new GrowingBody();
  const urlOf = joinedOnce(endpoint.baseUrl);
  const headersOf = headersOnce(endpoint, COMMON_HEADERS);
  const id = `${endpoint.target.provider}/${endpoint.model}`;
  return emittingModel(id, async (request, emit, signal) => {
    const watch = new Watch(signal, ports.clock);
    try {
      await new Exchange({ endpoint, wire, ports, bodies, urlOf, headersOf, watch, emit }).run(
        request,
      );
    } finally {
      watch.stop();
    }
  });
}

const COMMON_HEADERS = {
  accept: "text/event-stream",
  // A compressed stream may sit in some buffer until there is enough of it.
  "accept-encoding": "identity",
  "content-type": "application/json",
};

type Context = {
  readonly endpoint: Endpoint;
  readonly wire: Wire;
  readonly ports: Ports;
  readonly bodies: GrowingBody;
  readonly urlOf: (path: string) => JoinedUrl;
  readonly headersOf: HeadersOf;
  readonly watch: Watch;
  readonly emit: Emit;
};

/** Addresses are taken apart once: an endpoint mostly has one path. */
function joinedOnce(baseUrl: string): (path: string) => JoinedUrl {
  let last: { readonly path: string; readonly joined: JoinedUrl } | null = null;
  return (path) => {
    if (last?.path !== path) last = { path, joined: joinUrl(baseUrl, path) };
    return last.joined;
  };
}

/** One request and its reply. */
class Exchange {
  readonly #endpoint: Endpoint;
  readonly #wire: Wire;
  readonly #ports: Ports;
  readonly #bodies: GrowingBody;
  readonly #urlOf: Context["urlOf"];
  readonly #headersOf: HeadersOf;
  readonly #watch: Watch;
  readonly #outlet: Outlet;
  #credential: Credential | null = null;
  #stepper: Stepper | null = null;
  #begun = false;

  constructor({ endpoint, wire, ports, bodies, urlOf, headersOf, watch, emit }: Context) {
    this.#endpoint = endpoint;
    this.#wire = wire;
    this.#ports = ports;
    this.#bodies = bodies;
    this.#urlOf = urlOf;
    this.#headersOf = headersOf;
    this.#watch = watch;
    this.#outlet = new Outlet(emit, endpoint, (terminal) => this.#report(terminal));
    this.#outlet.secrets = secretsOf(endpoint, null);
  }

  async run(request: ModelRequest): Promise<void> {
    try {
      await this.#ask(request);
    } catch (error) {
      this.#outlet.fail(this.#failureFrom(error), this.#stepper);
    }
  }

  async #ask(request: ModelRequest): Promise<void> {
    if (this.#watch.interruption !== null) throw new Error("interrupted");
    this.#credential = await this.#pick(request.cacheKey);
    this.#outlet.secrets = secretsOf(this.#endpoint, this.#credential?.secret ?? null);
    const response = await this.#post(this.#encode(request));
    if (!response.ok) throw new ModelFailed(await this.#statusFailure(response));
    this.#stepper = this.#wire.stepper(this.#endpoint.target, this.#endpoint.model);
    await readReply({
      body: response.body,
      endpoint: this.#endpoint,
      stepper: this.#stepper,
      clock: this.#ports.clock,
      outlet: this.#outlet,
      watch: this.#watch,
      onByte: () => (this.#begun = true),
    });
  }

  async #pick(affinity: string | undefined): Promise<Credential | null> {
    const { auth, keyless, target } = this.#endpoint;
    if (auth === "none") return null;
    const { credentials } = this.#ports;
    let found: Credential | null;
    try {
      found = await this.#watch.race(credentials.pick(target.provider, affinity));
    } catch (error) {
      return this.#noKey(error);
    }
    if (found !== null && found.secret !== "") return found;
    if (keyless || hasOwnAuth(this.#endpoint)) return null;
    return this.#noKey();
  }

  #noKey(cause?: unknown): never {
    const { target, keyVariable } = this.#endpoint;
    const { provider } = target;
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    throw new ModelFailed(
      failureAt(this.#endpoint, {
        kind: "auth",
        message: `There is no usable key for ${provider}${reason}.`,
        advice: `Run \`squire setup\` to enter a key for ${provider}, or set ${keyVariable ?? "it in the environment"}.`,
      }),
      { cause },
    );
  }

  #encode(request: ModelRequest): WireRequest & { readonly url: string } {
    const { target, model } = this.#endpoint;
    let encoded: WireRequest;
    try {
      encoded = encodeOnce(this.#wire, request, { target, model });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw this.#badRequest(
        `The request cannot be put into the words of ${target.api}: ${reason}`,
      );
    }
    const joined = this.#urlOf(encoded.path);
    if (joined.ok) return { ...encoded, url: joined.url };
    throw this.#badRequest(
      joined.problem,
      `Correct base_url of ${target.provider} in the configuration.`,
    );
  }

  #badRequest(message: string, advice?: string): ModelFailed {
    const more = advice === undefined ? {} : { advice };
    return new ModelFailed(failureAt(this.#endpoint, { kind: "bad_request", message, ...more }));
  }

  async #post(request: WireRequest & { readonly url: string }): Promise<Response> {
    const headers = this.#headersOf(this.#credential?.secret ?? null, request.headers);
    const { signal } = this.#watch;
    const { bytes: body, giveBack } = this.#bodies.lend(request.body);
    this.#watch.arm(this.#endpoint.timeouts.firstByteMs);
    const answer = this.#ports.fetch(request.url, { method: "POST", headers, body, signal });
    return this.#watch.race(answer.finally(giveBack));
  }

  async #statusFailure(response: Response): Promise<ModelFailure> {
    this.#watch.disarm();
    const { clock } = this.#ports;
    const { signal } = this.#watch;
    const reader = response.body?.getReader();
    const body = reader === undefined ? "" : await readText(reader, { clock, signal }, ERROR_BODY);
    const { status, headers } = response;
    return statusFailure(this.#endpoint, { status, headers, body }, clock.now());
  }

  #failureFrom(error: unknown): ModelFailure {
    const { interruption } = this.#watch;
    if (interruption?.type === "aborted") {
      return failureAt(this.#endpoint, { kind: "aborted", message: "The request was aborted." });
    }
    if (interruption?.type === "stalled") return this.#stalled(interruption.ms);
    if (error instanceof ModelFailed) return error.failure;
    return networkFailure(this.#endpoint, error, this.#begun);
  }

  #stalled(ms: number): ModelFailure {
    const { provider } = this.#endpoint.target;
    const seconds = Math.round(ms / 100) / 10;
    return failureAt(this.#endpoint, {
      kind: "stalled",
      message: this.#begun
        ? `${provider} stopped sending for ${seconds} s in the middle of a reply.`
        : `${provider} sent nothing within ${seconds} s.`,
      advice: this.#begun
        ? "Try again."
        : "Try again, raise `providers.timeout_first_byte`, or set a fallback model.",
      retryable: !this.#begun,
    });
  }

  #report(terminal: TerminalEvent): void {
    const verdict = verdictOf(terminal);
    if (this.#credential === null || verdict === null) return;
    const wait = terminal.type === "error" ? terminal.failure.retryAfterMs : undefined;
    const { provider } = this.#endpoint.target;
    this.#ports.credentials.report(provider, this.#credential, verdict, wait);
  }
}

function verdictOf(terminal: TerminalEvent): CredentialVerdict | null {
  if (terminal.type === "finish") return "ok";
  const { kind } = terminal.failure;
  return kind === "rate_limit" || kind === "billing" || kind === "auth" ? kind : null;
}
