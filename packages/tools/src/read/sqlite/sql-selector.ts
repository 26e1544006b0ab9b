import { ToolError } from "@squire/agent";

/** What of a database is wanted (SQL-1). */
export type SqlWish =
  | { readonly type: "tables" }
  | {
      readonly type: "rows";
      readonly table: string;
      readonly where: string | null;
      readonly order: string | null;
      readonly limit: number;
      readonly offset: number;
    }
  | { readonly type: "query"; readonly sql: string; readonly limit: number };

const DEFAULT_ROWS = 50;
const MOST_ROWS = 1_000;
const KEYS = ["where", "order", "limit", "offset", "q"];

/** From `table?where=…&order=…&limit=…&offset=…` or `?q=…`; the selector has no leading colon. */
export function sqlWish(selector: string): SqlWish {
  const mark = selector.indexOf("?");
  const table = mark === -1 ? selector : selector.slice(0, mark);
  const params = paramsOf(mark === -1 ? "" : selector.slice(mark + 1));
  const unknown = [...params.keys()].find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new ToolError(`A table is read with ${KEYS.join(", ")}; there is no ${unknown}.`);
  }
  const limit = Math.min(MOST_ROWS, count(params, "limit", DEFAULT_ROWS));
  const sql = params.get("q");
  if (sql !== undefined) return { type: "query", sql, limit };
  if (table === "") {
    if (params.size === 0) return { type: "tables" };
    throw new ToolError("Name a table before the ?, or give a query: ?q=SELECT …");
  }
  return {
    type: "rows",
    table,
    where: params.get("where") ?? null,
    order: params.get("order") ?? null,
    limit,
    offset: count(params, "offset", 0),
  };
}

/**
 * SQL is full of signs that mean something in a URL, and models write it with and without escapes:
 * a value goes on until the next known key. `q` comes last and takes all that follows.
 */
function paramsOf(text: string): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  const pieces = text.split(/&(?=[a-z]+=)/);
  for (const [at, piece] of pieces.entries()) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const key = equals === -1 ? piece : piece.slice(0, equals);
    if (key === "q") {
      params.set(key, decoded(pieces.slice(at).join("&").slice(2)));
      break;
    }
    params.set(key, decoded(equals === -1 ? "" : piece.slice(equals + 1)));
  }
  return params;
}

/** A plus is a plus in SQL; a percent sign is an escape only where all of them are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function count(params: ReadonlyMap<string, string>, key: string, otherwise: number): number {
  const text = params.get(key);
  if (text === undefined) return otherwise;
  if (!/^\d{1,12}$/.test(text)) throw new ToolError(`${key} must be a whole number.`);
  return Number(text);
}
