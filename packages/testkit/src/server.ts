import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { composeAnswer } from "./answer.ts";
import { fakeIds } from "./fake-ids.ts";
import { fault } from "./faults.ts";
import type { ServerStep } from "./faults.ts";
import { lookUp } from "./lookups.ts";
import type { LookupData } from "./lookups.ts";
import { describeRequest, recordRequest } from "./recorded-request.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { outgoing, sendAnswer } from "./send-answer.ts";
import type { Outgoing } from "./send-answer.ts";

/** Steps for the model requests in order of arrival, or a function that makes one for each. */
export type ServerScript =
  | readonly ServerStep[]
  | ((request: RecordedRequest) => ServerStep | Promise<ServerStep>);

/**
 * A model server on loopback that speaks every vendor's wire protocol by path and answers from a
 * script. `await using server = await startScriptedServer([say("hi")])`.
 */
export async function startScriptedServer(
  script: ServerScript,
  lookups: LookupData = {},
): Promise<ScriptedServer> {
  const server = new ScriptedServer(script, lookups);
  await server.listen();
  return server;
}

export class ScriptedServer implements AsyncDisposable {
  readonly #http: Server;
  readonly #script: ServerScript;
  readonly #lookupData: LookupData;
  readonly #requests: RecordedRequest[] = [];
  readonly #lookups: RecordedRequest[] = [];
  readonly #problems: string[] = [];
  readonly #callIds = fakeIds("call");

  constructor(script: ServerScript, lookupData: LookupData) {
    this.#script = script;
    this.#lookupData = lookupData;
    this.#http = createServer((incoming, response) => void this.#handle(incoming, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once("error", reject);
      this.#http.listen(0, "127.0.0.1", resolve);
    });
  }

  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  get url(): string {
    const address = this.#http.address();
    if (address === null || typeof address === "string") throw new Error("The server is closed.");
    return `http://127.0.0.1:${address.port}`;
  }

  /** The model requests in order of arrival. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** All other requests: model lists, balances, unknown paths. */
  get lookups(): readonly RecordedRequest[] {
    return this.#lookups;
  }

  /** Throws when a request came after the script, was refused, or never came. */
  assertDone(): void {
    const [problem] = this.#problems;
    if (problem !== undefined) throw new Error(problem);
    if (typeof this.#script === "function") return;
    const left = this.#script.length - this.#requests.length;
    if (left > 0) {
      throw new Error(`${left} of ${this.#script.length} scripted answers were never asked for.`);
    }
  }

  /** Closes every socket at once, also those in the middle of an answer. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#http.close(resolve);
    });
    this.#http.closeAllConnections();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const out = outgoing(response);
    let request: RecordedRequest;
    try {
      request = await recordRequest(incoming, out.ended);
    } catch {
      // The client left before its request was complete: there is nobody to answer.
      response.destroy();
      return;
    }
    const list = request.wire === null ? this.#lookups : this.#requests;
    const serial = list.push(request);
    await this.#answer(request, serial, out);
  }

  async #answer(request: RecordedRequest, serial: number, out: Outgoing): Promise<void> {
    const context = { request, serial, nextCallId: this.#callIds };
    try {
      const answer = composeAnswer(await this.#stepFor(request, serial), context);
      await sendAnswer(out, answer);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = `The scripted server could not answer: ${reason}\n${describeRequest(request)}`;
      this.#problems.push(problem);
      if (out.response.headersSent) out.reset();
      else await sendAnswer(out, composeAnswer(complaint(problem), context));
    }
  }

  async #stepFor(request: RecordedRequest, serial: number): Promise<ServerStep> {
    if (request.wire === null) return lookUp(request, this.#lookupData);
    if (typeof this.#script === "function") return this.#script(request);
    const step = this.#script[serial - 1];
    if (step === undefined) {
      throw new Error(`the script has only ${this.#script.length} answers.`);
    }
    return step;
  }
}

function complaint(problem: string): ServerStep {
  return fault({ status: 500, body: problem, contentType: "text/plain; charset=utf-8" });
}
