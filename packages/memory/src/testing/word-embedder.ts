import { terms } from "@squire/ranking";
import type { Embedder } from "../embed/embedder.ts";

const DIMENSIONS = 64;

/** An embedder whose vectors are counts of hashed words: like texts are near, and it takes no time. */
export function wordEmbedder(): Embedder & { readonly count: () => number } {
  let embedded = 0;
  return {
    name: "words",
    dimensions: DIMENSIONS,
    count: () => embedded,
    embed(texts) {
      embedded += texts.length;
      return Promise.resolve(texts.map(vectorOf));
    },
    close: () => {},
  };
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const term of terms(text)) {
    const place = Array.from(term).reduce(
      (hash, letter) => (hash * 31 + letter.charCodeAt(0)) % DIMENSIONS,
      7,
    );
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
