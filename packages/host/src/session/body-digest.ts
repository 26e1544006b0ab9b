import type { ModelInfo, WireBody } from "@squire/llm";
import { encodeOnce, endpointOf, freshItems, WIRES } from "@squire/llm";
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
  const hasher = new GrowingDigest();
  return (request) => {
    const { body } = encodeOnce(WIRES[info.api], request, { target, model });
    return hasher.digest(body);
  };
}

/** Hashes bodies that mostly continue the one before: only what is new is read (LOOP-3). */
export class GrowingDigest {
  #last: WireBody | null = null;
  #bytes = 0;
  #state: Hash = createHash("sha256");

  digest(body: WireBody): { readonly hash: string; readonly bytes: number } {
    const fresh = freshItems(this.#last, body);
    const hasItems = fresh !== null && this.#last !== null && this.#last.items.length > 0;
    if (fresh === null) {
      this.#bytes = 0;
      this.#state = createHash("sha256");
      this.#add(body.open);
    }
    const text = (fresh ?? body.items).join(",");
    if (text !== "") this.#add(hasItems ? `,${text}` : text);
    this.#last = body;
    const hash = this.#state.copy().update(body.close).digest("hex");
    return { hash, bytes: this.#bytes + body.close.length };
  }

  #add(text: string): void {
    this.#state.update(text);
    this.#bytes += Buffer.byteLength(text);
  }
}
