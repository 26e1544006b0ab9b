import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("MODL-15: a new database and its folder are the user's alone", () => {
  const path = join(folder, "home", "deep", "credentials.db");
  const database = openDatabase(path);
  database.exec("CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  expect(modeOf(path)).toBe(0o600);
  expect(modeOf(`${path}-wal`)).toBe(0o600);
  expect(modeOf(join(folder, "home"))).toBe(0o700);
  expect(modeOf(join(folder, "home", "deep"))).toBe(0o700);
  database.close();
});

test("MODL-15: a file that others could read is closed to them", () => {
  const path = join(folder, "open.db");
  writeFileSync(path, "", { mode: 0o644 });
  openDatabase(path).close();
  expect(modeOf(path)).toBe(0o600);
});

test("writers and readers get along, and foreign keys hold", () => {
  const path = join(folder, "shared.db");
  using writer = openDatabase(path);
  const pragma = (name: string): unknown =>
    Object.values(writer.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect(pragma("journal_mode")).toBe("wal");
  expect(pragma("busy_timeout")).toBe(5000);
  expect(pragma("foreign_keys")).toBe(1);
  writer.exec("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a(id))");
  expect(() => writer.exec("INSERT INTO b VALUES (7)")).toThrow("FOREIGN KEY");
  writer.exec("BEGIN; INSERT INTO a VALUES (7)");
  using reader = openDatabase(path, { mode: "readonly" });
  expect(reader.prepare("SELECT count(*) AS n FROM a").get()).toMatchObject({ n: 0 });
  writer.exec("COMMIT");
  expect(reader.prepare("SELECT count(*) AS n FROM a").get()).toMatchObject({ n: 1 });
  expect(() => reader.exec("INSERT INTO a VALUES (8)")).toThrow("readonly");
});

test("a reader creates nothing", () => {
  const path = join(folder, "absent.db");
  expect(() => openDatabase(path, { mode: "readonly" })).toThrow();
  expect(() => statSync(path)).toThrow();
});

test("a database may live in memory", () => {
  using database = openDatabase(":memory:");
  expect(database.prepare("SELECT 1 AS one").get()).toMatchObject({ one: 1 });
});

test("a file that is no database is reported and left as it is", () => {
  const path = join(folder, "text.db");
  writeFileSync(path, "this is not a database, it is a letter to a friend of mine");
  expect(() => openDatabase(path)).toThrow("not a database");
});
