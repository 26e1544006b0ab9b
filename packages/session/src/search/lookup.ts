import type { DatabaseSync } from "node:sqlite";
import type { TextKind } from "./index-writer.ts";
import { matchExpression, parseQuery } from "./query.ts";
import { snippetOf } from "./snippet.ts";
import type { Snippet } from "./snippet.ts";

export type SearchOptions = {
  /** At most 1,000; 20 by default. */
  readonly limit?: number;
  readonly sessionId?: string;
};

/** A place where something was found (SES-13), best first. */
export type SessionHit = {
  readonly sessionId: string;
  readonly path: string;
  readonly title: string | null;
  readonly cwd: string;
  readonly entryId: string;
  readonly kind: TextKind;
  readonly ts: number;
  readonly snippet: Snippet;
  /** Higher is better. */
  readonly score: number;
};

export type IndexedSession = {
  readonly id: string;
  readonly path: string;
  readonly title: string | null;
  /** The beginning of the first message. */
  readonly preview: string | null;
  readonly name: string | null;
  readonly parentSession: string | null;
  readonly mode: string | null;
  readonly cwd: string;
  readonly turns: number;
  /** Null when no price in it is known. */
  readonly costUsd: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type ListFilter = {
  readonly cwd?: string;
  /** Part of the title, of the first message, of the name or of the folder, in any case. */
  readonly text?: string;
  readonly limit?: number;
};

const USUAL_LIMIT = 20;
const MAX_LIMIT = 1000;

export function findHits(
  database: DatabaseSync,
  query: string,
  { limit = USUAL_LIMIT, sessionId }: SearchOptions,
): readonly SessionHit[] {
  const terms = parseQuery(query);
  if (terms.length === 0) return [];
  const only = sessionId === undefined ? "" : "AND t.session_id = ?";
  const rows = database
    .prepare(
      `SELECT t.session_id, t.entry_id, t.kind, t.ts, t.content, s.title, s.cwd, f.path,
              bm25(texts_fts) AS rank
       FROM texts_fts
       JOIN texts t ON t.id = texts_fts.rowid
       JOIN sessions s ON s.id = t.session_id
       JOIN files f ON f.session_id = t.session_id
       WHERE texts_fts MATCH ? ${only}
       ORDER BY rank, t.ts DESC, t.id LIMIT ?`,
    )
    .all(
      matchExpression(terms),
      ...(sessionId === undefined ? [] : [sessionId]),
      Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit))),
    );
  return rows.map((row) => ({
    sessionId: String(row["session_id"]),
    path: String(row["path"]),
    title: textOrNull(row["title"]),
    cwd: String(row["cwd"]),
    entryId: String(row["entry_id"]),
    // Only the writer fills this column.
    kind: String(row["kind"]) as TextKind,
    ts: Number(row["ts"]),
    snippet: snippetOf(String(row["content"]), terms),
    score: -Number(row["rank"]),
  }));
}

export function listRows(
  database: DatabaseSync,
  { cwd, text, limit = -1 }: ListFilter,
): readonly IndexedSession[] {
  const rows = database
    .prepare(
      `SELECT s.id, s.mode, s.created_at, s.updated_at, s.title, s.cwd, s.cost,
              f.path, f.name, f.parent_session, f.preview, f.turns
       FROM sessions s JOIN files f ON f.session_id = s.id
       WHERE (?1 IS NULL OR s.cwd = ?1)
       ORDER BY s.updated_at DESC, s.created_at DESC, s.id`,
    )
    .all(cwd ?? null);
  const listed = rows.map(sessionOf);
  const needle = text?.toLowerCase();
  const found =
    needle === undefined
      ? listed
      : listed.filter(({ title, preview, name, cwd: folder }) =>
          [title, preview, name, folder].some((part) => part?.toLowerCase().includes(needle)),
        );
  return limit < 0 ? found : found.slice(0, limit);
}

function sessionOf(row: Readonly<Record<string, unknown>>): IndexedSession {
  const cost = row["cost"];
  return {
    id: String(row["id"]),
    path: String(row["path"]),
    title: textOrNull(row["title"]),
    preview: textOrNull(row["preview"]),
    name: textOrNull(row["name"]),
    parentSession: textOrNull(row["parent_session"]),
    mode: textOrNull(row["mode"]),
    cwd: String(row["cwd"]),
    turns: Number(row["turns"]),
    costUsd: typeof cost === "number" ? cost : null,
    createdAt: Number(row["created_at"]),
    updatedAt: Number(row["updated_at"]),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
