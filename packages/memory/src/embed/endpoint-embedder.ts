import { EmbedError } from "./embedder.ts";
import type { Embedder } from "./embedder.ts";

/** Where embeddings are asked for. */
export type EndpointAccess = {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type EndpointFetch = (
  url: string,
  init: {
    readonly method: "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

export type EndpointOptions = {
  /** The model as the endpoint calls it. */
  readonly model: string;
  /** Null: there is no key, or the network may not be used. */
  readonly access: () => Promise<EndpointAccess | null>;
  readonly fetch: EndpointFetch;
  readonly timeout?: (ms: number) => AbortSignal;
};

/** Lengths that are known before the first answer; of another model all vectors are compared in process. */
const DIMENSIONS: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 1536,
  "text-embedding-3-large": 3072,
  "text-embedding-ada-002": 1536,
};
const AT_ONCE = 64;
const TIME_MS = 60_000;
/** What any such model reads at least. */
const LONGEST_TEXT = 8_000;

/** Any endpoint that speaks OpenAI's `/embeddings`. Asked only when the user has set it up (MEM-17). */
export function endpointEmbedder(options: EndpointOptions): Embedder {
  const { model, access, fetch, timeout = (ms) => AbortSignal.timeout(ms) } = options;
  const dimensions = DIMENSIONS[model] ?? 0;
  const ask = async (
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> => {
    const found = await access();
    if (found === null) {
      throw new EmbedError(
        `No key for ${model}, or no network; memory is searched by words alone.`,
      );
    }
    const url = `${found.baseUrl.replace(/\/+$/, "")}/embeddings`;
    const body = JSON.stringify({ model, input: texts, encoding_format: "float" });
    const headers = { ...found.headers, "content-type": "application/json" };
    // Whoever waits may give up before, but nobody waits longer.
    const late = timeout(TIME_MS);
    const until = signal === undefined ? late : AbortSignal.any([signal, late]);
    const response = await reach(() =>
      fetch(url, { method: "POST", headers, body, signal: until }),
    );
    if (!response.ok) throw new EmbedError(`${model} refused to embed: HTTP ${response.status}.`);
    const vectors = readVectors(await reach(() => response.json()), texts.length);
    const odd = vectors.find(({ length }) => dimensions > 0 && length !== dimensions);
    if (odd === undefined) return vectors;
    throw new EmbedError(`${model} has ${dimensions} numbers, but ${odd.length} were answered.`);
  };
  return {
    name: model,
    dimensions,
    async embed(texts, { signal } = {}) {
      const found: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        const some = texts
          .slice(at, at + AT_ONCE)
          .map((text) => text.slice(0, LONGEST_TEXT) || " ");
        found.push(...(await ask(some, signal)));
      }
      return found;
    },
    close: () => {},
  };
}

async function reach<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new EmbedError(`The embedding endpoint cannot be reached: ${why}`, { cause: error });
  }
}

/** In the order of the texts, made to length one. */
function readVectors(answer: unknown, expected: number): readonly Float32Array[] {
  const data = isRecord(answer) && Array.isArray(answer["data"]) ? answer["data"] : [];
  const vectors = new Map<number, Float32Array>();
  for (const [at, item] of data.entries()) {
    if (!isRecord(item) || !Array.isArray(item["embedding"])) continue;
    const place = typeof item["index"] === "number" ? item["index"] : at;
    vectors.set(place, unit(Float32Array.from(item["embedding"].map(Number))));
  }
  return Array.from({ length: expected }, (_, place) => {
    const vector = vectors.get(place);
    if (vector === undefined) throw new EmbedError("The embedding endpoint left out an answer.");
    return vector;
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
