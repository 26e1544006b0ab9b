import { expect, test } from "bun:test";
import { openDatabase } from "@squire/platform";
import * as fc from "fast-check";
import { statementProblem } from "./sql-statement.ts";

test("SQL-2 (part): one statement that only reads", () => {
  const fine = [
    "SELECT 1",
    "select * from t where a = ';' -- ; comment",
    "SELECT 'it''s; fine'; ",
    "WITH t AS (SELECT 1), u(x) AS (VALUES (1)) SELECT replace(x, 'a', 'b') FROM t, u",
    'WITH "insert" AS (SELECT 1) SELECT * FROM "insert"',
    "VALUES (1, 2)",
    "EXPLAIN QUERY PLAN SELECT 1",
    "explain select 1",
    "PRAGMA table_info(users)",
    "pragma main.user_version",
    "/* head */ SELECT [odd ; name] FROM `t``;`",
  ];
  expect(fine.map(statementProblem).filter((problem) => problem !== null)).toEqual([]);
});

test("SQL-2 (part): anything else is refused", () => {
  const refused = [
    "",
    ";",
    "-- only a comment",
    "DELETE FROM t",
    "INSERT INTO t VALUES (1)",
    "SELECT 1; DELETE FROM t",
    "SELECT 1;; SELECT 2",
    "WITH t AS (SELECT 1) DELETE FROM t",
    "WITH t AS (SELECT 1) INSERT INTO u SELECT * FROM t",
    "EXPLAIN DELETE FROM t",
    "EXPLAIN EXPLAIN SELECT 1",
    "ATTACH 'other.db' AS other",
    "PRAGMA user_version = 5",
    "PRAGMA journal_mode(WAL)",
    "PRAGMA writable_schema",
    "PRAGMA main.writable_schema",
    "VACUUM INTO 'x'",
    "CREATE TABLE t (a)",
    "SELECT 'open",
    "SELECT /* open",
    'SELECT "open',
    "SELECT 1\u037E DELETE",
    ".shell id",
  ];
  const passed = refused.filter((sql) => statementProblem(sql) === null);
  // SQLite itself says no to the Greek question mark; to us it is a sign like any other.
  expect(passed).toEqual(["SELECT 1\u037E DELETE"]);
});

test("SQL-2 (part): whatever passes changes nothing", () => {
  const word = fc.constantFrom(
    "SELECT",
    "WITH",
    "t",
    "AS",
    "(",
    ")",
    "1",
    "*",
    "FROM",
    ",",
    ";",
    "DELETE",
    "INSERT",
    "INTO",
    "VALUES",
    "UPDATE",
    "SET",
    "a",
    "=",
    "PRAGMA",
    "user_version",
    "'x;'",
    "--",
    "\n",
    "DROP",
    "TABLE",
    "EXPLAIN",
    "/*",
    "*/",
    '"',
    "'",
    "RETURNING",
    "REPLACE",
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
      const sql = words.join(" ");
      if (statementProblem(sql) !== null) return;
      const database = openDatabase(":memory:");
      try {
        database.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)");
        try {
          database.prepare(sql).all();
        } catch {
          // Most of these are no SQL at all.
        }
        expect(database.prepare("SELECT count(*) AS n, sum(a) AS s FROM t").get()).toEqual({
          n: 2,
          s: 3,
        });
        expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 0 });
      } finally {
        database.close();
      }
    }),
    { numRuns: 1_500 },
  );
});
