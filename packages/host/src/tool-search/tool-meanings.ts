import { createHash } from "node:crypto";
import type { Embedder } from "@squire/memory";
import type { VectorCache } from "./tool-vectors.ts";

/** How near texts are to a request in meaning. */
export type Meanings = {
  /** Embeds what is not known yet. Rejects when the model cannot. */
  load(): Promise<void>;
  /** The cosine of each text, in order. */
  likeness(request: string): Promise<readonly number[]>;
};

export type MeaningParts = {
  readonly embedder: Embedder;
  /** Null: everything is embedded again each time. */
  readonly cache: VectorCache | null;
};

/** So many are kept at once: who ends early keeps what is done. */
const AT_ONCE = 32;

export function meaningsOf(texts: readonly string[], { embedder, cache }: MeaningParts): Meanings {
  let vectors: Promise<readonly Float32Array[]> | null = null;
  const load = (): Promise<readonly Float32Array[]> => {
    // Asked by several at once, it is done once; what failed may work the next time.
    vectors ??= vectorsOf(texts, embedder, cache).catch((error: unknown) => {
      vectors = null;
      throw error;
    });
    return vectors;
  };
  return {
    load: async () => void (await load()),
    async likeness(request) {
      const known = await load();
      const [asked] = await embedder.embed([request], { urgent: true });
      return known.map((vector) => (asked === undefined ? 0 : cosine(asked, vector)));
    },
  };
}

async function vectorsOf(
  texts: readonly string[],
  embedder: Embedder,
  cache: VectorCache | null,
): Promise<readonly Float32Array[]> {
  const keys = texts.map((text) => keyOf(embedder.name, text));
  const known = new Map(attempt(() => cache?.get(keys)) ?? []);
  const missing = new Map(
    keys.flatMap((key, at) => (known.has(key) ? [] : [[key, texts[at] ?? ""] as const])),
  );
  const left = [...missing];
  for (let from = 0; from < left.length; from += AT_ONCE) {
    const some = left.slice(from, from + AT_ONCE);
    const made = await embedder.embed(some.map(([, text]) => text));
    const fresh = new Map(
      some.flatMap(([key], at) => {
        const vector = made[at];
        return vector === undefined ? [] : [[key, vector] as const];
      }),
    );
    attempt(() => cache?.set(fresh));
    for (const [key, vector] of fresh) known.set(key, vector);
  }
  return keys.map((key) => known.get(key) ?? new Float32Array());
}

/** Of another model nothing is comparable. */
function keyOf(model: string, text: string): string {
  return createHash("sha256").update(`${model}\0${text}`).digest("hex");
}

/** A cache that fails costs time and nothing else. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Both have length one. */
function cosine(left: Float32Array, right: Float32Array): number {
  if (left.length !== right.length) return 0;
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
