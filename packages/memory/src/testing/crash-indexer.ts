import { appendFileSync } from "node:fs";
import { sha256 } from "../index/writer.ts";
import { openMemoryIndex } from "../index/memory-index.ts";
import type { MemoryIndex } from "../index/memory-index.ts";
import type { Embedder } from "../embed/embedder.ts";
import { systemClock } from "@squire/platform";
import { seededRandom } from "@squire/testkit";
import { corpusSource, NAMES } from "./crash-corpus.ts";
import { wordEmbedder } from "./word-embedder.ts";

/** What an indexer is started with. */
export type IndexerOrders = {
  readonly path: string;
  readonly library: string | null;
  /** Where each text is noted before it is embedded, and each batch that was kept. */
  readonly calls: string;
  readonly seed: number;
  readonly generation: number;
  /** Dies before its so-manieth statement; null: somebody kills it. */
  readonly dieAt: number | null;
  readonly twist: Twist | null;
};

/** Weakened twins: one writes without transactions, one embeds without the lock. */
export type Twist = "no transaction" | "no lock";

/** As long as a small model takes: another process has time to begin the same. */
const EMBED_MS = 3;

if (import.meta.main) await indexForever(JSON.parse(process.argv[2] ?? "{}") as IndexerOrders);

/** Puts, removes and embeds without end, and says each generation that it has finished. */
async function indexForever(orders: IndexerOrders): Promise<void> {
  countStatements(orders);
  const { path, library: vectorLibrary, seed } = orders;
  const random = seededRandom(seed);
  const index = openMemoryIndex({
    path,
    embedder: notedEmbedder(orders.calls),
    vectorLibrary,
    now: () => 0,
    notice: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write("open\n");
  for (let generation = orders.generation; ; generation++) {
    writeGeneration(index, generation, random);
    const progress = (): void => note(orders.calls, "kept");
    await index.embed({ waits: true, progress });
    process.stdout.write(`${generation}\n`);
  }
}

function writeGeneration(index: MemoryIndex, generation: number, random: () => number): void {
  const order = NAMES.map((name) => ({ name, place: random() }));
  order.sort((left, right) => left.place - right.place);
  const names = order.map(({ name }) => name);
  while (names.length > 0) {
    const [first = "", ...more] = names.splice(0, random() < 0.3 ? 3 : 1);
    if (random() < 0.15) index.writer.remove(first);
    else index.writer.putAll([first, ...more].map((name) => corpusSource(name, generation)));
  }
}

function notedEmbedder(calls: string): Embedder {
  const words = wordEmbedder();
  return {
    ...words,
    async embed(texts) {
      if (texts.length > 0) note(calls, texts.map(sha256).join(","));
      await systemClock.sleep(EMBED_MS);
      return words.embed(texts);
    },
  };
}

/** One write, which is there whole however this process ends. */
function note(calls: string, what: string): void {
  appendFileSync(calls, `${process.pid} ${what}\n`);
}

/** Dies before a statement, and leaves out those that the twin does without. */
function countStatements({ dieAt, twist }: IndexerOrders): void {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  let count = 0;
  const step = (): void => {
    if (++count === dieAt) process.kill(process.pid, "SIGKILL");
  };
  const probe = new DatabaseSync(":memory:");
  const statement: unknown = Object.getPrototypeOf(probe.prepare("SELECT 1"));
  probe.close();
  for (const name of ["run", "get", "all"]) around(statement, name, step);
  around(DatabaseSync.prototype, "exec", (sql) => {
    step();
    return isLeftOut(String(sql), twist);
  });
}

/** Before each call of a method; true: instead of it. */
function around(
  owner: unknown,
  name: string,
  before: (...args: unknown[]) => boolean | void,
): void {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>;
  const usual = methods[name];
  methods[name] = function (...args: unknown[]) {
    return before(...args) === true ? undefined : usual?.apply(this, args);
  };
}

function isLeftOut(sql: string, twist: Twist | null): boolean {
  if (twist === "no transaction") return sql === "BEGIN IMMEDIATE" || sql === "COMMIT";
  return twist === "no lock" && (sql === "BEGIN EXCLUSIVE" || sql === "ROLLBACK");
}
