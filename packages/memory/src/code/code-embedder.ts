import type { Embedder, EmbedOptions } from "../embed/embedder.ts";
import { gist } from "./gist.ts";

/** Another number: everything is embedded again. */
const VERSION = 1;
const REMEMBERED = 2_000;

/** Embeds what code says in words. Pieces of one function often say the same: that is embedded once. */
export function codeEmbedder(inner: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    name: `${inner.name}, code ${VERSION}`,
    dimensions: inner.dimensions,
    async embed(texts: readonly string[], options: EmbedOptions = {}) {
      const gists = texts.map(gist);
      const fresh = [...new Set(gists)].filter((one) => one !== "" && !known.has(one));
      const made = fresh.length === 0 ? [] : await inner.embed(fresh, options);
      const found = new Map(known);
      for (const [at, one] of fresh.entries()) {
        const vector = made[at];
        if (vector !== undefined) found.set(one, vector);
      }
      keep(known, found);
      // What says nothing is like nothing.
      return gists.map((one) => found.get(one) ?? new Float32Array(inner.dimensions));
    },
    close: () => inner.close(),
  };
}

function keep(known: Map<string, Float32Array>, found: ReadonlyMap<string, Float32Array>): void {
  for (const [one, vector] of found) known.set(one, vector);
  for (const oldest of known.keys()) {
    if (known.size <= REMEMBERED) return;
    known.delete(oldest);
  }
}
