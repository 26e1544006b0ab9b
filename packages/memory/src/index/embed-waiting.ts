import type { DatabaseSync } from "node:sqlite";
import type { Embedder } from "../embed/embedder.ts";
import { inTransaction } from "@squire/platform";
import { packVector } from "./quantise.ts";
import { embeddingText } from "./source.ts";
import type { VectorStore } from "./vector-store.ts";

export type EmbedProgress = { readonly done: number; readonly total: number };

export type EmbedWaitingOptions = {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: EmbedProgress) => void;
  readonly now: () => number;
};

/** What is written at once: losing it to a crash costs a few seconds of work. */
const BATCH = 32;

/**
 * Gives every chunk its vector that has none yet, from the cache where the same text was embedded before. Each batch
 * is kept for itself, so an abort or a crash loses one at most. Resolves with how many were made anew.
 */
export async function embedWaiting(
  database: DatabaseSync,
  vectors: VectorStore,
  embedder: Embedder,
  { signal, progress, now }: EmbedWaitingOptions,
): Promise<number> {
  const total = countWaiting(database);
  const next = database.prepare(
    "SELECT id, content, context, speaker, hash FROM chunks WHERE embedding IS NULL ORDER BY id LIMIT ?",
  );
  const known = database.prepare("SELECT embedding FROM embedding_cache WHERE hash = ?");
  let [done, made] = [0, 0];
  for (;;) {
    signal?.throwIfAborted();
    const rows = next.all(BATCH).map(waitingRow);
    if (rows.length === 0) return made;
    const packed = new Map<string, Uint8Array>();
    for (const { hash } of rows) {
      const kept = known.get(hash)?.["embedding"];
      if (kept instanceof Uint8Array) packed.set(hash, kept);
    }
    const unknown = [...new Map(rows.map((row) => [row.hash, row])).values()].filter(
      ({ hash }) => !packed.has(hash),
    );
    const found = await embedder.embed(
      unknown.map((row) => row.text),
      signal === undefined ? {} : { signal },
    );
    const fresh = new Map(unknown.map(({ hash }, at) => [hash, packVector(found[at] ?? NOTHING)]));
    keep({ database, vectors, now }, rows, packed, fresh);
    made += fresh.size;
    done += rows.length;
    progress?.({ done, total: Math.max(total, done) });
  }
}

const NOTHING = new Float32Array(0);

export function countWaiting(database: DatabaseSync): number {
  const row = database.prepare("SELECT count(*) AS n FROM chunks WHERE embedding IS NULL").get();
  return Number(row?.["n"]);
}

type WaitingRow = { readonly id: number; readonly hash: string; readonly text: string };

function waitingRow(row: Record<string, unknown>): WaitingRow {
  const [text, context] = [String(row["content"]), String(row["context"])];
  const speaker = row["speaker"];
  const chunk = typeof speaker === "string" ? { text, context, speaker } : { text, context };
  return { id: Number(row["id"]), hash: String(row["hash"]), text: embeddingText(chunk) };
}

type Keeping = {
  readonly database: DatabaseSync;
  readonly vectors: VectorStore;
  readonly now: () => number;
};

function keep(
  { database, vectors, now }: Keeping,
  rows: readonly WaitingRow[],
  packed: ReadonlyMap<string, Uint8Array>,
  fresh: ReadonlyMap<string, Uint8Array>,
): void {
  const cache = database.prepare("INSERT OR IGNORE INTO embedding_cache VALUES (?, ?, ?)");
  // A chunk that was removed or embedded meanwhile is left alone.
  const fill = database.prepare(
    "UPDATE chunks SET embedding = ? WHERE id = ? AND hash = ? AND embedding IS NULL",
  );
  inTransaction(database, () => {
    for (const [hash, vector] of fresh) cache.run(hash, vector, now());
    for (const { id, hash } of rows) {
      const vector = fresh.get(hash) ?? packed.get(hash);
      if (vector === undefined) continue;
      if (Number(fill.run(vector, id, hash).changes) === 1) vectors.add(id, vector);
    }
  });
}
