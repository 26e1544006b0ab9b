import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { findModelFiles, findVectorLibrary, localEmbedder, openMemoryIndex } from "@squire/memory";
import type { Embedder, MemoryIndex } from "@squire/memory";
import { freeMemory, systemClock } from "@squire/platform";

/**
 * `bun bench/memory.ts [chunks]`: how fast a large index is made, how long a search in it takes, without the embedding of
 * the query, and what the real model, which runs in a child, does to the memory of this process.
 */
const CHUNKS = Number(process.argv[2] ?? 100_000);
const PER_SOURCE = 100;
const QUERIES = 200;
const DIMENSIONS = 384;
const VOCABULARY = 20_000;
/** For the real model, which takes tens of milliseconds for each. */
const EMBEDDED = 200;
const LOOK_MS = 50;

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

async function open(name: string, model: Embedder): Promise<MemoryIndex> {
  return openMemoryIndex({
    path: join(folder, name),
    embedder: model,
    vectorLibrary: await findVectorLibrary(folder),
    now: Date.now,
    notice: console.error,
  });
}

function fill(index: MemoryIndex, count: number): void {
  for (let source = 0; source < count / PER_SOURCE; source++) {
    const chunks = Array.from({ length: PER_SOURCE }, () => ({ text: text(60), speaker: "user" }));
    const title = text(3);
    const about = { kind: "session", title, hash: `${source}`, project: null, at: source } as const;
    index.writer.put({ path: `session:${source}`, ...about }, chunks);
  }
}

async function secondsOf(work: () => void | Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

async function searches(index: MemoryIndex): Promise<string> {
  const times: number[] = [];
  for (let at = 0; at < QUERIES; at++) {
    const query = text(8);
    times.push((await secondsOf(() => index.search(query, { k: 10 }))) * 1000);
  }
  times.sort((left, right) => left - right);
  const at = (share: number): string =>
    (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  return `search p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`;
}

const MB = 1024 * 1024;

/** The largest that our children are together, in MB; 0 where `ps` is missing. */
function childrenMb(): number {
  const { stdout, error } = spawnSync("ps", ["-A", "-o", "ppid=,rss="], { encoding: "utf8" });
  if (error !== undefined) return 0;
  const ours = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const kb = ours.reduce((sum, [parent, rss = 0]) => sum + (parent === process.pid ? rss : 0), 0);
  return kb / 1024;
}

/** The real model at work, and the memory of this process meanwhile. */
async function withModel(): Promise<string> {
  const files = await findModelFiles(folder);
  if (files === null) return "the local model is not installed";
  const model = localEmbedder({ files: () => Promise.resolve(files), clock: systemClock });
  using index = await open("model.db", model);
  fill(index, EMBEDDED);
  freeMemory();
  const before = process.memoryUsage.rss();
  let [own, child] = [before, 0];
  const look = setInterval(() => {
    own = Math.max(own, process.memoryUsage.rss());
    child = Math.max(child, childrenMb());
  }, LOOK_MS);
  const seconds = await secondsOf(() => index.embed());
  clearInterval(look);
  model.close();
  const mb = (bytes: number): string => (bytes / MB).toFixed(0);
  return `${EMBEDDED} texts embedded by the local model, ${(EMBEDDED / seconds).toFixed(1)}/s: this process ${mb(before)} MB before, ${mb(own)} MB at most meanwhile; the child ${child.toFixed(0)} MB`;
}

try {
  // First: what the large index takes is not the model's.
  console.log(await withModel());
  using index = await open("memory.db", embedder);
  const words = await secondsOf(() => fill(index, CHUNKS));
  const vectors = await secondsOf(() => index.embed());
  const rate = (seconds: number): string => (CHUNKS / seconds).toFixed(0);
  console.log(
    `${CHUNKS} pieces: ${rate(words)}/s by words, ${rate(vectors)}/s with vectors that are there already; this process ${(process.memoryUsage.rss() / MB).toFixed(0)} MB`,
  );
  const kind = index.vectors.isNative ? "sqlite-vec" : "in process";
  console.log(`${kind}: ${await searches(index)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
