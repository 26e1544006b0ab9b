import type { ModelInfo } from "@squire/llm";
import { encodeOnce, endpointOf, WIRES } from "@squire/llm";
import type { ModelRequest } from "@squire/protocol";
import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";

export type BodyDigest = (request: ModelRequest) => {
  readonly hash: string;
  readonly bytes: number;
};

/** Hash and length of the bytes as they leave, so that a rerun can compare (TRN-5). */
export function bodyDigest(info: ModelInfo): BodyDigest {
  const { target, model } = endpointOf(info);
  const hasher = new GrowingText();
  return (request) => {
    const { body } = encodeOnce(WIRES[info.api], request, { target, model });
    return hasher.digest(body);
  };
}

/** Hashes texts that mostly continue the one before: only what is new is read (LOOP-3). */
export class GrowingText {
  /** The last text without its closing brackets. */
  #stem = "";
  #bytes = 0;
  #state: Hash = createHash("sha256");

  digest(text: string): { readonly hash: string; readonly bytes: number } {
    if (!text.startsWith(this.#stem)) {
      this.#stem = "";
      this.#bytes = 0;
      this.#state = createHash("sha256");
    }
    const end = text.length - (/[\]}]*$/.exec(text.slice(-CLOSING))?.[0].length ?? 0);
    const fresh = text.slice(this.#stem.length, end);
    const closing = text.slice(end);
    this.#state.update(fresh);
    this.#bytes += Buffer.byteLength(fresh);
    this.#stem = text.slice(0, end);
    const hash = this.#state.copy().update(closing).digest("hex");
    return { hash, bytes: this.#bytes + closing.length };
  }
}

/** More brackets than any body ends with. */
const CLOSING = 16;
