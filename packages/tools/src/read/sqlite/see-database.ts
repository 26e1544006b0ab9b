import { ToolError } from "@squire/agent";
import type { FileTree } from "../../files/file-tree.ts";
import type { Place } from "../../files/files.ts";
import { shownName } from "../../workspace/shown-name.ts";
import type { ReadContext } from "../services.ts";
import type { View } from "../view.ts";
import { askSqlite, TIME_LIMIT_MS, type Answer, type Asked, type Query } from "./ask-sqlite.ts";
import { rowsText } from "./rows-text.ts";
import { sqlWish, type SqlWish } from "./sql-selector.ts";
import { statementProblem } from "./sql-statement.ts";

const MOST_TABLES = 500;

/** The tables of a database, rows of one, or the rows of a query (SQL-1). */
export async function seeDatabase(
  files: FileTree,
  place: Place,
  selector: string,
  context: ReadContext,
): Promise<View> {
  const wish = sqlWish(selector);
  const ask = (queries: readonly Query[]): Promise<Asked> =>
    askSqlite(files, place, queries, context);
  if (wish.type === "tables") return tables(ask, place);
  const sql = wish.type === "query" ? wish.sql : rowsSql(wish);
  const problem = statementProblem(sql);
  if (problem !== null) throw new ToolError(problem);
  const asked = await ask([{ id: "rows", sql, rows: wish.limit }]);
  return rowsView(answerOf(asked, "rows", place), wish);
}

function rowsSql(wish: Extract<SqlWish, { type: "rows" }>): string {
  const { table, where, order, limit, offset } = wish;
  // Each on its own line: a comment at the end of one must not swallow the next.
  return [
    `SELECT * FROM ${quoted(table)}`,
    ...(where === null ? [] : [`WHERE (${where}`, ")"]),
    ...(order === null ? [] : [`ORDER BY ${order}`]),
    // One more shows that there are more.
    `LIMIT ${limit + 1} OFFSET ${offset}`,
  ].join("\n");
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function answerOf(asked: Asked, id: string, place: Place): Answer {
  if (asked.problem !== null) {
    throw new ToolError(`${shownName(place.name)} cannot be opened: ${asked.problem}.`);
  }
  const answer = asked.answers.get(id);
  if (answer?.problem != null) throw new ToolError(`SQLite says: ${answer.problem}.`);
  if (asked.timedOut || answer === undefined) {
    throw new ToolError(
      `The query took longer than ${TIME_LIMIT_MS / 1000} seconds and was ended. Ask for less, or for something with an index.`,
    );
  }
  return answer;
}

function rowsView(answer: Answer, wish: Exclude<SqlWish, { type: "tables" }>): View {
  const { columns, rows, more } = answer;
  const next = wish.type === "rows" ? wish.offset + rows.length : 0;
  const hint =
    wish.type === "rows" ? `go on with offset=${next}` : "use LIMIT and OFFSET in the query";
  const text = rows.length === 0 ? `${columns.join(" | ")}\n(no rows)` : rowsText(columns, rows);
  return {
    type: "report",
    text: more ? `${text}\n(more rows; ${hint})` : text,
    truncated: more,
  };
}

/** Schemas first and counts after them: counting may take longer than there is time. */
async function tables(
  ask: (queries: readonly Query[]) => Promise<Asked>,
  place: Place,
): Promise<View> {
  const sql =
    "SELECT name, type, coalesce(sql, '') FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
  const listed = answerOf(await ask([{ id: "tables", sql, rows: MOST_TABLES }]), "tables", place);
  const found = listed.rows.map(([name, type, schema]) => ({
    name: name ?? "",
    isTable: type === "table",
    schema: schema ?? "",
  }));
  const counts = await ask(
    found
      .filter(({ isTable }) => isTable)
      .map(({ name }) => ({ id: name, sql: `SELECT count(*) FROM ${quoted(name)}`, rows: 1 })),
  );
  const lines = found.map(({ name, isTable, schema }) => {
    const count = counts.answers.get(name)?.rows[0]?.[0];
    const rows = isTable ? ` (${count ?? "?"} rows)` : " (view)";
    return `${shownName(name)}${rows}\n  ${schema.replaceAll(/\s+/g, " ")}`;
  });
  const notes = [
    ...(listed.more ? [`(first ${MOST_TABLES} tables)`] : []),
    ...(counts.timedOut ? ["(counting took too long: ? stands for what is not known)"] : []),
  ];
  const text = found.length === 0 ? "(no tables)" : [...lines, ...notes].join("\n");
  return { type: "report", text, truncated: listed.more || counts.timedOut };
}
