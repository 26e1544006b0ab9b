import { mkdirSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { findModelFiles, findVectorLibrary, localEmbedder, openMemoryIndex } from "@squire/memory";
import type { Embedder, Hit, MemoryIndex } from "@squire/memory";
import { systemClock } from "@squire/platform";

/** An index as the product has it; its file stays, so that no text is embedded twice. */
export type Rig = Disposable & { readonly index: MemoryIndex };

/** Vectors of questions that were asked before, by their text. */
export type KnownVectors = Map<string, Float32Array>;

/** `name` null: in memory, by words alone. */
export async function openRig(name: string | null, known: KnownVectors = new Map()): Promise<Rig> {
  const folder = vectorFolder();
  const embedder = name === null ? null : remembering(modelIn(folder), known);
  const index = openMemoryIndex({
    path: name === null ? ":memory:" : join(folder, `${name}.db`),
    embedder,
    vectorLibrary: await findVectorLibrary(folder),
    now: systemClock.now,
    notice: (message) => console.error(message),
  });
  return {
    index,
    [Symbol.dispose]() {
      embedder?.close();
      index[Symbol.dispose]();
    },
  };
}

/** Where vectors are kept between runs. */
export function vectorFolder(): string {
  const folder = join(tmpdir(), "squire-judges");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The model that comes with Squire. */
export function modelIn(folder: string): Embedder {
  return localEmbedder({
    files: () => findModelFiles(folder),
    clock: systemClock,
    children: Math.min(2, availableParallelism()),
  });
}

/** A question that is asked in another way is the same question. */
function remembering(model: Embedder, known: KnownVectors): Embedder {
  return {
    ...model,
    async embed(texts, options = {}) {
      const [question = ""] = texts;
      if (options.urgent !== true || texts.length !== 1) return model.embed(texts, options);
      const vector = known.get(question) ?? (await model.embed(texts, options))[0];
      if (vector !== undefined) known.set(question, vector);
      return vector === undefined ? [] : [vector];
    },
  };
}

/** How to measure: with which lists, in which way, and with which vectors of questions. */
export type Measuring = {
  readonly vectors: boolean;
  readonly ask?: Ask;
  readonly known?: KnownVectors;
};

/** One way to search. */
export type Ask = (index: MemoryIndex, query: string, k: number) => Promise<readonly Hit[]>;

/** As the product does it. */
export const asUsual: Ask = (index, query, k) => index.search(query, { k });

/** Searches several at a time: one is embedded while another is ranked. */
export async function searchEach(
  index: MemoryIndex,
  questions: readonly { readonly query: string }[],
  k: number,
  ask: Ask = asUsual,
): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const some = questions.slice(from, from + AT_ONCE);
    const hits = await Promise.all(some.map(({ query }) => ask(index, query, k)));
    found.push(...hits.map((list) => list.map(({ id }) => id)));
  }
  return found;
}

const AT_ONCE = 8;
