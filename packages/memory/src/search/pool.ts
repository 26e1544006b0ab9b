import type { DatabaseSync } from "node:sqlite";
import type { SourceKind } from "../index/source.ts";

/** A piece that may be an answer, with all that is needed to judge it. */
export type PoolRow = {
  readonly id: number;
  readonly path: string;
  readonly seq: number;
  readonly key: string | null;
  readonly text: string;
  readonly context: string;
  readonly speaker: string | null;
  readonly at: string | null;
  readonly start: number | null;
  readonly embedding: Uint8Array | null;
  readonly fileId: number;
  readonly kind: SourceKind;
  readonly title: string;
  readonly project: string | null;
  readonly fileAt: number | null;
  readonly untrusted: boolean;
};

/** How far around a hit is looked: its neighbours may be the answer. */
const REACH = 2;

/** The rows of these ids and their neighbours, which stand in the same source, each once. */
export function loadPool(database: DatabaseSync, ids: readonly number[]): readonly PoolRow[] {
  const statement = database.prepare(
    `SELECT c.id, c.file_path, c.seq, c.key, c.content, c.context, c.speaker, c.at, c.start, c.embedding,
            f.id AS file_id, f.kind, f.title, f.project, f.at AS file_at, f.untrusted
     FROM chunks AS c JOIN files AS f ON f.path = c.file_path
     WHERE c.id IN (
       SELECT near.id FROM json_each(?) AS wanted
       JOIN chunks AS hit ON hit.id = wanted.value
       JOIN chunks AS near ON near.file_path = hit.file_path
         AND near.seq BETWEEN hit.seq - ${REACH} AND hit.seq + ${REACH}
     )`,
  );
  return statement.all(JSON.stringify(ids)).map(poolRow);
}

function poolRow(row: Record<string, unknown>): PoolRow {
  const text = (name: string): string | null => (typeof row[name] === "string" ? row[name] : null);
  const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    id: Number(row["id"]),
    path: text("file_path") ?? "",
    seq: Number(row["seq"]),
    key: text("key"),
    text: text("content") ?? "",
    context: text("context") ?? "",
    speaker: text("speaker"),
    at: text("at"),
    start: number("start"),
    embedding: row["embedding"] instanceof Uint8Array ? row["embedding"] : null,
    fileId: Number(row["file_id"]),
    // Only the writer of this package puts kinds there.
    kind: (text("kind") ?? "document") as SourceKind,
    title: text("title") ?? "",
    project: text("project"),
    fileAt: number("file_at"),
    untrusted: row["untrusted"] === 1,
  };
}
