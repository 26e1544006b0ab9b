import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findVectorLibrary, openMemoryIndex } from "@squire/memory";
import type { Embedder } from "@squire/memory";

/** `bun bench/memory.ts [chunks]`: how long a search takes in a large index, without the embedding of the query. */
const CHUNKS = Number(process.argv[2] ?? 100_000);
const PER_SOURCE = 100;
const QUERIES = 200;
const DIMENSIONS = 384;
const VOCABULARY = 20_000;

const folder = mkdtempSync(join(tmpdir(), "squire-bench-memory-"));
let state = 1;

/** The same numbers every time. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Words as rare as words are: a few stand everywhere, most hardly anywhere. */
function word(): string {
  return `w${Math.floor(VOCABULARY * random() ** 3)}x`;
}

function text(words: number): string {
  return Array.from({ length: words }, word).join(" ");
}

const embedder: Embedder = {
  name: "bench",
  dimensions: DIMENSIONS,
  embed: (texts) =>
    Promise.resolve(
      texts.map(() => Float32Array.from({ length: DIMENSIONS }, () => random() / 10 - 0.05)),
    ),
  close: () => {},
};

try {
  using index = openMemoryIndex({
    path: join(folder, "memory.db"),
    embedder,
    vectorLibrary: await findVectorLibrary(folder),
    now: Date.now,
    notice: console.error,
  });
  const startedAt = performance.now();
  for (let source = 0; source < CHUNKS / PER_SOURCE; source++) {
    const chunks = Array.from({ length: PER_SOURCE }, () => ({ text: text(60), speaker: "user" }));
    const about = {
      kind: "session",
      title: text(3),
      hash: `${source}`,
      project: null,
      at: source,
    } as const;
    index.writer.put({ path: `session:${source}`, ...about }, chunks);
  }
  await index.embed();
  const seconds = (performance.now() - startedAt) / 1000;
  const times: number[] = [];
  for (let at = 0; at < QUERIES; at++) {
    const query = text(8);
    const from = performance.now();
    await index.search(query, { k: 10 });
    times.push(performance.now() - from);
  }
  times.sort((left, right) => left - right);
  const at = (share: number): string =>
    (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  console.log(
    `${CHUNKS} chunks, made in ${seconds.toFixed(0)} s (${index.vectors.isNative ? "sqlite-vec" : "in process"}): search p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
