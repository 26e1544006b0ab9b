import type { HostConnection, MethodParams } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { isMethodName } from "@squire/protocol/wire";
import { jsonReply, refusal } from "./reply.ts";

/** `POST /v1/call`: one method, for what is too large for a frame and for programs without sockets. */
export async function calledReply(connection: HostConnection, body: unknown): Promise<Response> {
  if (typeof body !== "object" || body === null) return refusal(400, "Send {method, params}.");
  const method: unknown = Reflect.get(body, "method");
  if (typeof method !== "string" || !isMethodName(method)) {
    return refusal(404, "There is no such method.");
  }
  // The host checks the params of every call.
  const params = (Reflect.get(body, "params") ?? {}) as MethodParams<typeof method>;
  return jsonReply(200, { result: await connection.call(method, params) });
}

const STATUS: { readonly [code: string]: number } = {
  invalid: 400,
  not_found: 404,
  denied: 403,
  untrusted_folder: 403,
  busy: 409,
  locked: 409,
};

/** A failure of the host in the words of HTTP. */
export function hostFailure(error: unknown): Response {
  if (!(error instanceof HostError)) return refusal(500, "Squire failed; this is a bug.");
  const { failure } = error;
  return jsonReply(STATUS[failure.code] ?? 502, { error: failure });
}
