import type { ModelRequest } from "@squire/protocol";
import { bodyText } from "../body.ts";
import type { Target, Wire } from "../contract.ts";

/** A request as it leaves, its body in one piece. */
export function encoded(wire: Wire, request: ModelRequest, target: Target) {
  const { body, ...rest } = wire.encode(request, target);
  return { ...rest, body: bodyText(body) };
}
