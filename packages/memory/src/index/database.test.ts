import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { isSqlite, openDatabase } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import { isBroken, openIndexDatabase } from "./database.ts";

type Failure = Error & { readonly errcode: unknown };

/** What SQLite says when the full-text tables are first looked at. */
function failureOf(database: ReturnType<typeof openDatabase>): Failure {
  try {
    database.prepare("SELECT rowid FROM chunks_fts");
  } catch (error) {
    if (isSqlite(error)) return error;
  }
  throw new Error("The tables open.");
}

const NO_TABLE = "vtable constructor failed: chunks_fts";

test("MEM-12 (part): an index that is in use is not taken for a broken one; twin: one that has lost a table is", async () => {
  await using home = await tempWorkspace();
  const path = home.path("memory.db");
  openIndexDatabase(path, () => {}).close();
  {
    const reader = openDatabase(path);
    using _reader = { [Symbol.dispose]: () => reader.close() };
    reader.exec("PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 0");
    reader.prepare("SELECT count(*) FROM files").get();
    const holder = openDatabase(path);
    using _holder = { [Symbol.dispose]: () => holder.close() };
    holder.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    const busy = failureOf(reader);
    expect([busy.errcode, busy.message]).toEqual([5, NO_TABLE]);
    expect(isBroken(busy)).toBe(false);
  }
  const bytes = readFileSync(path, "latin1");
  writeFileSync(path, bytes.replaceAll("chunks_fts_config", "chunks_fts_confix"), "latin1");
  const database = openDatabase(path);
  using _database = { [Symbol.dispose]: () => database.close() };
  const broken = failureOf(database);
  expect([broken.errcode, broken.message]).toEqual([1, NO_TABLE]);
  expect(isBroken(broken)).toBe(true);
});
