import { describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { openDatabase } from "@squire/platform";
import { tempWorkspace, type TempWorkspace } from "@squire/testkit";
import { anew } from "../../testing/services.ts";
import { bench, runTool, textOf, told } from "../../testing/try-tool.ts";
import { readTool } from "../read.ts";

const read = anew(readTool);

async function workspace(): Promise<TempWorkspace> {
  const dir = await tempWorkspace();
  const database = openDatabase(dir.path("app.sqlite"));
  database.exec(`
    PRAGMA journal_mode = DELETE;
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, photo BLOB, note);
    CREATE TABLE "odd "" | name" (a);
    CREATE VIEW grown AS SELECT * FROM users WHERE id > 100;
    INSERT INTO users VALUES (1, 'Ada', x'00010203040506070809', NULL);
    INSERT INTO users VALUES (2, 'Bo' || char(10) || '| Co', NULL, 9007199254740993);
    INSERT INTO users VALUES (3, '${"w".repeat(500)}', NULL, 1.5);
    WITH RECURSIVE n(x) AS (SELECT 4 UNION ALL SELECT x + 1 FROM n WHERE x < 120)
      INSERT INTO users SELECT x, 'user ' || x, NULL, NULL FROM n;
  `);
  database.close();
  return dir;
}

describe("SQL-1: databases", () => {
  test("SQL-1: tables are listed with rows and schema", async () => {
    await using dir = await workspace();
    const before = await dir.list();
    expect(await told(read, { path: "app.sqlite" }, bench(dir.root))).toBe(
      [
        "grown (view)",
        "  CREATE VIEW grown AS SELECT * FROM users WHERE id > 100",
        'odd " | name (0 rows)',
        '  CREATE TABLE "odd "" | name" (a)',
        "users (120 rows)",
        "  CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, photo BLOB, note)",
      ].join("\n"),
    );
    expect(await dir.list()).toEqual(before);
  });

  test("SQL-1: rows of a table by where, order, limit and offset; fifty unless told otherwise", async () => {
    await using dir = await workspace();
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    const first = await see("app.sqlite:users");
    expect(first.split("\n").slice(0, 4)).toEqual([
      "id | name | photo | note",
      "--- | --- | --- | ---",
      "1 | Ada | <blob, 10 bytes: 0001020304050607…> | NULL",
      "2 | Bo\\n\\| Co | NULL | 9007199254740993",
    ]);
    expect(first.split("\n")[4]).toBe(`3 | ${"w".repeat(200)}… (500 characters) | NULL | 1.5`);
    expect(first.split("\n")).toHaveLength(53);
    expect(first).toEndWith("\n(more rows; go on with offset=50)");
    const some = "app.sqlite:users?where=id > 110 AND name LIKE 'user%'&order=id DESC&limit=2";
    expect(await see(some)).toEndWith(
      "\n120 | user 120 | NULL | NULL\n119 | user 119 | NULL | NULL\n(more rows; go on with offset=2)",
    );
    expect(await see(`${some}&offset=9`)).toEndWith("\n111 | user 111 | NULL | NULL");
    expect(await see('app.sqlite:odd " | name')).toBe("a\n(no rows)");
    const apart = { path: "app.sqlite", selector: "users?where=id%3D7" };
    expect(await told(read, apart, bench(dir.root))).toContain("7 | user 7");
  });

  test("SQL-1: a query of one's own", async () => {
    await using dir = await workspace();
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(
      await see("app.sqlite?q=SELECT count(*) AS n, max(id) FROM users WHERE id < 10 & 15"),
    ).toBe("n | max(id)\n--- | ---\n9 | 9");
    expect(await see("app.sqlite?q=PRAGMA table_info(users)")).toContain("1 | name | TEXT");
    const many = await runTool(
      read,
      { path: "app.sqlite?limit=1&q=SELECT id FROM users" },
      bench(dir.root),
    );
    expect(textOf(many)).toBe("id\n---\n1\n(more rows; use LIMIT and OFFSET in the query)");
    expect(many.details).toMatchObject({ truncated: true });
  });

  test("SQL-2: only one statement that reads, and nothing is written", async () => {
    await using dir = await workspace();
    const before = await dir.treeHash();
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    for (const sql of [
      "DELETE FROM users",
      "SELECT 1; DELETE FROM users",
      "PRAGMA user_version = 3",
      `ATTACH '${dir.path("new.db")}' AS x`,
    ]) {
      expect(await see(`app.sqlite?q=${sql}`)).toStartWith("! Only one SELECT, EXPLAIN or");
    }
    expect(await see("app.sqlite:users?where=1); DELETE FROM users; --")).toStartWith("! Only one");
    expect(await see("app.sqlite:users?where=1 --")).toContain("1 | Ada");
    expect(await see("app.sqlite:nobody")).toBe("! SQLite says: no such table: nobody.");
    expect(await see("app.sqlite:users?colour=red")).toContain("there is no colour");
    expect(await see("app.sqlite?limit=3")).toContain("Name a table");
    expect(await see("app.sqlite:users?limit=x")).toBe("! limit must be a whole number.");
    expect(await dir.treeHash()).toBe(before);
  });

  test("SQL-2: a query without end is ended; no process is left", async () => {
    await using dir = await workspace();
    const context = bench(dir.root);
    const sql =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
    const running = told(read, { path: `app.sqlite?q=${sql}` }, context);
    while (context.clock.pending === 0) await new Promise(setImmediate);
    await context.clock.advance(5_000);
    expect(await running).toStartWith("! The query took longer than 5 seconds and was ended.");
    expect(context.clock.pending).toBe(0);
  });

  test("SQL-2: memory is bounded too", async () => {
    await using dir = await workspace();
    const sql = "SELECT length(hex(zeroblob(400000000)))";
    expect(await told(read, { path: `app.sqlite?q=${sql}` }, bench(dir.root))).toMatch(
      /^! SQLite says: string or blob too big/,
    );
  });
});

test("SQL-2 (part): a database in write-ahead mode is read without leaving files", async () => {
  await using dir = await tempWorkspace();
  const database = openDatabase(dir.path("wal.db"));
  database.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  // While somebody has it open, what is only in the log counts.
  expect(await told(read, { path: "wal.db:t" }, bench(dir.root))).toBe("a\n---\n1");
  database.close();
  expect(await dir.list()).toEqual(["wal.db"]);
  expect(await told(read, { path: "wal.db:t" }, bench(dir.root))).toBe("a\n---\n1");
  await chmod(dir.path("wal.db"), 0o444);
  expect(await told(read, { path: "wal.db" }, bench(dir.root))).toContain("t (1 rows)");
  expect(await dir.list()).toEqual(["wal.db"]);
});

test("SQL-2 (part): what is no database is told", async () => {
  await using dir = await tempWorkspace({
    "broken.db": `SQLite format 3\0${"x".repeat(5_000)}`,
    "text.db": "just text",
  });
  expect(await told(read, { path: "broken.db" }, bench(dir.root))).toMatch(
    /^! (?:broken\.db cannot be opened|SQLite says): /,
  );
  expect(await told(read, { path: "text.db" }, bench(dir.root))).toBe("1\tjust text");
});
