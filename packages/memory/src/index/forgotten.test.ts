import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { openDatabase } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import { readForgotten } from "./forgotten.ts";
import { openMemoryIndex } from "./memory-index.ts";

const PAGE = 4096;
const COUNT = 2_000;

test("MEM-9 (part): of an index that is damaged in the midst of what is forgotten, what lies before is known, and the file stays as it is", async () => {
  await using home = await tempWorkspace();
  const path = home.path("memory.db");
  {
    using index = openMemoryIndex({
      path,
      embedder: null,
      vectorLibrary: null,
      now: () => 0,
      notice: () => {},
    });
    const bury = index.database.prepare("INSERT INTO forgotten VALUES (?, ?)");
    index.database.exec("BEGIN");
    for (let at = 0; at < COUNT; at++) bury.run(`session:${String(at).padStart(8, "0")}`, "1");
    index.database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  }
  expect(readForgotten(path).size).toBe(COUNT);
  const bytes = readFileSync(path);
  const lost = bytes.indexOf(`session:${String(COUNT / 2).padStart(8, "0")}`);
  expect(lost).toBeGreaterThan(PAGE);
  const start = lost - (lost % PAGE);
  writeFileSync(path, bytes.fill(0x5a, start, start + PAGE));
  const known = readForgotten(path);
  expect(known.size).toBeGreaterThan(0);
  expect(known.size).toBeLessThan(COUNT);
  expect(known.get("session:00000000")).toBe("1");
  expect(readFileSync(path).equals(bytes)).toBe(true);
  // The twin that wants all of it or nothing has nothing.
  const database = openDatabase(path, { mode: "readonly" });
  using _closing = { [Symbol.dispose]: () => database.close() };
  expect(() => database.prepare("SELECT path, hash FROM forgotten").all()).toThrow();
});
