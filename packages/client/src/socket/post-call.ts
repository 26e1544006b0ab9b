import type { MethodName } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { MAX_CALL_BYTES, MAX_MESSAGE_BYTES, parseUserFailure } from "@squire/protocol/wire";

/** More than one message of the line may have. */
export function isTooLarge(text: string): boolean {
  // Three bytes are the most that one unit of a text takes: small ones need not be counted.
  return text.length * 3 > MAX_MESSAGE_BYTES && bytesOf(text) > MAX_MESSAGE_BYTES;
}

export type PostedCall = {
  /** Of the socket. */
  readonly url: string;
  readonly token: string;
  readonly method: MethodName;
  readonly params: unknown;
  readonly signal: AbortSignal;
};

/** A call that is too large for the line, by `POST /v1/call`. Rejects with a `HostError`. */
export async function postCall(call: PostedCall): Promise<unknown> {
  const { url, token, method, params, signal } = call;
  const body = JSON.stringify({ method, params });
  if (bytesOf(body) > MAX_CALL_BYTES) {
    const message = `${method} is larger than ${MAX_CALL_BYTES / 1024 / 1024} MiB.`;
    const advice = "Send less at once: fewer or smaller pictures.";
    throw new HostError({ code: "invalid", message, advice, retryable: false });
  }
  // Beside the socket, by the same door.
  const address = new URL("v1/call", url.replace(/^ws/, "http"));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    const reply = await fetch(address, { method: "POST", headers, body, signal });
    return resultOf(await reply.json(), reply.status);
  } catch (error) {
    if (error instanceof HostError) throw error;
    const code = signal.aborted ? "aborted" : "network";
    const message = signal.aborted ? "This client has left." : `${method} did not reach the host.`;
    throw new HostError({ code, message, retryable: code === "network" }, { cause: error });
  }
}

function resultOf(reply: unknown, status: number): unknown {
  const told = typeof reply === "object" && reply !== null ? reply : {};
  if (status === 200 && "result" in told) return told.result;
  const error: unknown = "error" in told ? told.error : undefined;
  const failure = parseUserFailure(error);
  if (failure.kind === "known") throw new HostError(failure.value);
  const words = typeof error === "object" && error !== null ? Reflect.get(error, "message") : null;
  const message = typeof words === "string" ? words : `The gateway answered ${status}.`;
  const isBusy = status === 429 || status === 503;
  const code = status === 401 ? "auth" : isBusy ? "busy" : "invalid";
  throw new HostError({ code, message, retryable: isBusy });
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
