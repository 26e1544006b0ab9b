/**
 * Runs in a child of its own, so that a query without end can be ended. Says what it finds as lines
 * of JSON, each on its own: what was said before the time was over still counts.
 */
export const SQLITE_SCRIPT = String.raw`
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
const { writeSync } = process.getBuiltinModule("node:fs");
const { uri, queries, most } = JSON.parse(process.argv[1]);
let said = 0;
const say = (value) => {
  const line = Buffer.from(JSON.stringify(value) + "\n");
  said += line.length;
  for (let done = 0; done < line.length; ) {
    try {
      done += writeSync(1, line, done);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
};
const clip = (text) =>
  text.length > most.cell ? text.slice(0, most.cell) + "… (" + text.length + " characters)" : text;
const shown = (value) => {
  if (value === null) return null;
  if (value instanceof Uint8Array) {
    const head = Buffer.from(value.subarray(0, 8)).toString("hex");
    return "<blob, " + value.length + " bytes: " + head + (value.length > 8 ? "…" : "") + ">";
  }
  return clip(String(value));
};
const run = (database, { id, sql, params = [], rows }) => {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  say({ id, columns: statement.columns().map(({ name }) => clip(name)) });
  let count = 0;
  for (const row of statement.iterate(...params)) {
    if (count++ === rows || said > most.bytes) return say({ id, more: true });
    say({ id, row: row.map(shown) });
  }
  say({ id, more: false });
};
let database;
try {
  const limits = { length: most.value, sqlLength: 1000000, attach: 0 };
  database = new DatabaseSync(uri, { readOnly: true, allowExtension: false, limits });
  database.exec(
    "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA busy_timeout = 2000",
  );
} catch (error) {
  say({ problem: error.message });
  process.exit(0);
}
for (const query of queries) {
  try {
    run(database, query);
  } catch (error) {
    say({ id: query.id, problem: error.message });
  }
}
say({ end: true });
process.exit(0);
`;
