import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";
import { rechunk } from "./faults.ts";
import type { Faults } from "./faults.ts";
import type { AnswerOutcome } from "./recorded-request.ts";

type Stop = { readonly at: number | "headers"; readonly close: Answer["close"] };

const READING_MS = 10;

/** A response on its way out, with its end: who destroyed a socket, the socket does not tell. */
export type Outgoing = {
  readonly response: ServerResponse;
  readonly ended: Promise<AnswerOutcome>;
  readonly isOver: boolean;
  reset(): void;
};

/** Must be made before anything is sent. */
export function outgoing(response: ServerResponse): Outgoing {
  let wasReset = false;
  let isOver = false;
  const ended = new Promise<AnswerOutcome>((resolve) => {
    response.once("close", () => {
      isOver = true;
      if (response.writableFinished) resolve("sent");
      else resolve(wasReset ? "reset" : "client-gone");
    });
  });
  return {
    response,
    ended,
    get isOver() {
      return isOver;
    },
    reset() {
      wasReset = true;
      response.socket?.destroy();
    },
  };
}

/** Sends an answer byte by byte as its faults say. Returns early when the client goes away. */
export async function sendAnswer(out: Outgoing, answer: Answer): Promise<void> {
  const { response, ended: closed } = out;
  const { delayMs = {} } = answer.faults;
  const stop = stopOf(answer);
  await delay(delayMs.headers ?? 0, closed);
  if (out.isOver) return;
  if (stop.at !== "headers") {
    response.writeHead(answer.status, answer.headers);
    response.flushHeaders();
    await delay(delayMs.firstByte ?? 0, closed);
    for (const chunk of portions(answer, stop.at)) {
      if (out.isOver) return;
      await written(response, chunk, closed);
      await delay(delayMs.chunk ?? 0, closed);
    }
  }
  if (stop.close === "end") response.end();
  if (stop.close !== "reset") return;
  // `fetch` drops what it has not handed out yet when the connection fails: let it be read first.
  const { resetWhen = delay(READING_MS, closed) } = answer.faults;
  if (stop.at !== "headers" && stop.at > 0) await Promise.race([resetWhen, closed]);
  out.reset();
}

/** The earliest of the places where the faults end the answer. */
function stopOf({ faults, chunks, close }: Answer): Stop {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const { cutAtByte, resetAtByte, stallAtByte }: Faults = faults;
  const stops: readonly { at: number | "headers" | undefined; close: Answer["close"] }[] = [
    { at: resetAtByte, close: "reset" },
    { at: stallAtByte, close: "stall" },
    { at: cutAtByte, close: "end" },
  ];
  let first: Stop | undefined;
  for (const { at, close: action } of stops) {
    if (at === undefined) continue;
    if (!first || position(at) < position(first.at)) first = { at, close: action };
  }
  return first && position(first.at) <= size ? first : { at: size, close };
}

function position(at: number | "headers"): number {
  return at === "headers" ? -1 : at;
}

function portions({ chunks, faults }: Answer, limit: number): readonly Uint8Array[] {
  const limited: Uint8Array[] = [];
  let left = limit;
  for (const chunk of rechunk(chunks, faults.chunkBytes)) {
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (part.length > 0) limited.push(part);
  }
  return limited;
}

function written(
  response: ServerResponse,
  chunk: Uint8Array,
  closed: Promise<unknown>,
): Promise<unknown> {
  const accepted = new Promise((resolve) => {
    response.write(chunk, resolve);
  });
  return Promise.race([accepted, closed]);
}

/** At least one turn of the event loop, so that portions leave one by one. */
async function delay(ms: number, closed: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    if (ms > 0) timer = setTimeout(resolve, ms);
    else setImmediate(resolve);
  });
  await Promise.race([passed, closed]);
  clearTimeout(timer);
}
