import type { ModelRequest } from "@squire/protocol";
import { targetKey } from "./body.ts";
import type { Target, Wire, WireRequest } from "./contract.ts";

type Encoded = { readonly wire: Wire; readonly key: string; readonly result: WireRequest };

const encoded = new WeakMap<ModelRequest, Encoded>();

/**
 * The request in the words of a wire, for the model of an endpoint. The last answer is kept as long
 * as the request lives: it is hashed for the log, sent, and perhaps sent again.
 */
export function encodeOnce(
  wire: Wire,
  request: ModelRequest,
  { target, model }: { readonly target: Target; readonly model: string },
): WireRequest {
  const key = `${model}\n${target.maxOutput ?? ""}\n${targetKey(target)}`;
  const kept = encoded.get(request);
  if (kept?.wire === wire && kept.key === key) return kept.result;
  const result = wire.encode({ ...request, model }, target);
  encoded.set(request, { wire, key, result });
  return result;
}
