import type { ModelInfo } from "@squire/llm";
import { endpointOf, WIRES } from "@squire/llm";
import type { ModelRequest } from "@squire/protocol";
import { createHash } from "node:crypto";

/** The bytes as they leave, so that a rerun can compare (TRN-5). */
export function bodyDigest(info: ModelInfo) {
  const { target, model } = endpointOf(info);
  return (request: ModelRequest): { readonly hash: string; readonly bytes: number } => {
    const { body } = WIRES[info.api].encode({ ...request, model }, target);
    return {
      hash: createHash("sha256").update(body).digest("hex"),
      bytes: Buffer.byteLength(body),
    };
  };
}
