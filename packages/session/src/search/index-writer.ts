import type { DatabaseSync, StatementSync } from "node:sqlite";
import { textOf } from "@squire/protocol/values";
import type { Entry } from "@squire/protocol";
import { oneLine } from "../exchange/plain-text.ts";
import { startsTurn } from "../usage/turn-cursor.ts";
import { closeCall, openCall } from "./fold.ts";
import type { IndexFold } from "./fold.ts";
import { segment } from "./query.ts";

/** How much of a text the tables keep; the full-text index has all of it. */
const CONTENT_CHARS = 8000;
const QUERY_CHARS = 2000;
const SUMMARY_CHARS = 300;
const PREVIEW_CHARS = 120;

export type TextKind = "user" | "assistant" | "tool" | "title";

/** Puts entries of a session into the tables. All calls belong into one transaction. */
export type IndexWriter = {
  /** `artifact` is the one that an outcome names. */
  add(sessionId: string, fold: IndexFold, entry: Entry, artifact: ArtifactFacts | null): IndexFold;
};

export type ArtifactFacts = { readonly contentType: string; readonly size: number };

/** Statements are prepared once and used for every entry. */
export function indexWriter(database: DatabaseSync): IndexWriter {
  const statements = new Map<string, StatementSync>();
  const run: Run = (sql, ...values) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return Number(statement.run(...values).lastInsertRowid);
  };
  return {
    add(sessionId, fold, entry, artifact) {
      return addEntry({ run, sessionId, artifact }, { ...fold, updatedAt: entry.ts }, entry);
    },
  };
}

type Run = (sql: string, ...values: (string | number | null)[]) => number;
type Session = {
  readonly run: Run;
  readonly sessionId: string;
  readonly artifact: ArtifactFacts | null;
};

function addEntry(session: Session, fold: IndexFold, entry: Entry): IndexFold {
  switch (entry.type) {
    case "message":
      return entry.message.role === "user"
        ? addUser(session, fold, entry)
        : addReply(session, fold, entry);
    case "request_sent":
      if (entry.kind === "turn") setStatus(session, fold, "streaming");
      return fold;
    case "tool_started":
      return openCall(fold, {
        callId: entry.callId,
        query: fold.calls.find(({ callId }) => callId === entry.callId)?.query ?? "",
        summary: entry.summary,
      });
    case "tool_result":
      return addOutcome(session, fold, entry);
    case "citation":
      return addCitation(session, fold, entry);
    case "user_bash":
      addText(session, entry, "user", entry.command);
      return fold;
    case "title":
      addText(session, entry, "title", entry.title);
      return { ...fold, title: entry.title };
    case "mode_change":
      return { ...fold, mode: entry.mode };
    case "usage":
      return spend(fold, entry);
    default:
      return fold;
  }
}

function addUser(session: Session, fold: IndexFold, entry: Entry<"message">): IndexFold {
  const text = textOf(entry.message);
  addText(session, entry, "user", text);
  if (!startsTurn({ turn: fold.turns, runId: fold.runId }, entry)) return fold;
  const requestId = insertRequest(session, fold, { id: entry.id, ts: entry.ts, text });
  const preview = fold.preview ?? (oneLine(text, PREVIEW_CHARS) || null);
  const turns = fold.turns + 1;
  return { ...fold, requestId, runId: entry.runId ?? null, turns, preview, calls: [] };
}

function addReply(session: Session, fold: IndexFold, entry: Entry<"message">): IndexFold {
  const { message, status, ts } = entry;
  const text = textOf(message);
  addText(session, entry, "assistant", text);
  let next = fold;
  for (const block of message.content) {
    if (block.type !== "call") continue;
    const query = block.argsText.slice(0, QUERY_CHARS);
    next = openCall(next, { callId: block.id, query, summary: null });
  }
  const isOver = status !== "complete" || message.content.every(({ type }) => type !== "call");
  setStatus(session, next, isOver ? status : "streaming", isOver ? ts : null);
  if (next.requestId !== null && text.trim() !== "") {
    const sql = "UPDATE requests SET assistant_content = ? WHERE id = ?";
    session.run(sql, text.slice(0, CONTENT_CHARS), next.requestId);
  }
  // A reply that was cut has no calls that anybody will run.
  return status === "complete" ? next : { ...next, calls: [] };
}

function addOutcome(session: Session, before: IndexFold, entry: Entry<"tool_result">): IndexFold {
  const { outcome, details, ts } = entry;
  const { requestId, fold } = withRequest(session, before, entry);
  const { fold: closed, call } = closeCall(fold, outcome.callId);
  const failed = outcome.failed || details.isError;
  const said = oneLine(textOf(outcome), SUMMARY_CHARS);
  const summary = call?.summary ?? `${outcome.name} ${oneLine(call?.query ?? "", SUMMARY_CHARS)}`;
  session.run(
    "INSERT INTO tool_traces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    outcome.callId,
    requestId,
    outcome.name,
    call?.query ?? null,
    failed ? 0 : 1,
    summary,
    failed ? said : null,
    details.durationMs,
    ts,
  );
  addText(session, entry, "tool", failed ? `${summary}\n${said}` : summary);
  if (details.artifactId !== undefined) addArtifact(session, requestId, entry);
  return closed;
}

function addArtifact(
  { run, artifact }: Session,
  requestId: string,
  { details, outcome, ts }: Entry<"tool_result">,
): void {
  const id = details.artifactId ?? "";
  const facts = [artifact?.contentType ?? null, artifact?.size ?? null] as const;
  const sql = "INSERT INTO artifacts VALUES (?, ?, ?, ?, ?, ?, ?)";
  run(sql, id, requestId, outcome.name, `artifact://${id}`, ...facts, ts);
}

function addCitation(session: Session, before: IndexFold, entry: Entry<"citation">): IndexFold {
  const { requestId, fold } = withRequest(session, before, entry);
  session.run(
    "INSERT INTO citations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    entry.id,
    requestId,
    entry.source,
    entry.title ?? null,
    entry.snippet ?? entry.quote.slice(0, CONTENT_CHARS),
    entry.start,
    entry.end,
    entry.sha256 ?? null,
    entry.status,
    entry.ts,
  );
  return fold;
}

/** What comes before the first turn hangs on a request that nobody made. */
function withRequest(
  session: Session,
  fold: IndexFold,
  { ts }: Entry,
): { readonly requestId: string; readonly fold: IndexFold } {
  if (fold.requestId !== null) return { requestId: fold.requestId, fold };
  const requestId = insertRequest(session, fold, { id: "0", ts, text: "" });
  setStatus(session, { ...fold, requestId }, "complete", ts);
  return { requestId, fold: { ...fold, requestId } };
}

function insertRequest(
  { run, sessionId }: Session,
  { mode }: IndexFold,
  { id, ts, text }: { readonly id: string; readonly ts: number; readonly text: string },
): string {
  // Forks copy entries with their ids.
  const requestId = `${sessionId}:${id}`;
  const sql = "INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?, NULL, 'pending', ?, NULL)";
  run(sql, requestId, sessionId, mode, text.slice(0, CONTENT_CHARS), ts);
  return requestId;
}

function setStatus(
  { run }: Session,
  { requestId }: IndexFold,
  status: string,
  completedAt: number | null = null,
): void {
  if (requestId === null) return;
  run(
    "UPDATE requests SET status = ?, completed_at = ? WHERE id = ?",
    status,
    completedAt,
    requestId,
  );
}

function addText({ run, sessionId }: Session, entry: Entry, kind: TextKind, text: string): void {
  if (text.trim() === "") return;
  const columns = "session_id, entry_id, kind, ts, content";
  const sql = `INSERT INTO texts (${columns}) VALUES (?, ?, ?, ?, ?)`;
  const id = run(sql, sessionId, entry.id, kind, entry.ts, text);
  run("INSERT INTO texts_fts (rowid, content) VALUES (?, ?)", id, segment(text));
}

function spend(fold: IndexFold, { costUsd }: Entry<"usage">): IndexFold {
  return {
    ...fold,
    requests: fold.requests + 1,
    costUsd: fold.costUsd + (costUsd ?? 0),
    unpriced: fold.unpriced + (costUsd === null ? 1 : 0),
  };
}
