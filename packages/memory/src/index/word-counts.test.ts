import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { openMemoryIndex } from "./memory-index.ts";
import type { MemoryIndex } from "./memory-index.ts";

function emptyIndex(): MemoryIndex {
  return openMemoryIndex({
    path: ":memory:",
    embedder: null,
    vectorLibrary: null,
    now: () => 0,
    notice: () => {},
  });
}

/** As SQLite counts them itself. */
function recounted({ database }: MemoryIndex): Record<string, number> {
  database.exec("CREATE VIRTUAL TABLE IF NOT EXISTS v USING fts5vocab(chunks_fts, 'row')");
  const rows = database.prepare("SELECT term, doc FROM v ORDER BY term").all();
  return Object.fromEntries(rows.map(({ term, doc }) => [String(term), Number(doc)]));
}

function counted({ database }: MemoryIndex): Record<string, number> {
  const rows = database.prepare("SELECT term, chunks FROM words ORDER BY term").all();
  return Object.fromEntries(rows.map(({ term, chunks }) => [String(term), Number(chunks)]));
}

const text = fc
  .array(fc.constantFrom("apple", "Pears", "runs", "fooBar", "x_y", "今日は", "Ünïcode", "2024"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words) => words.join(" "));
const step = fc.record({
  path: fc.constantFrom("a", "b", "c"),
  texts: fc.option(fc.array(text, { maxLength: 4 }), { nil: null }),
});

describe("MEM-12: words are counted as they come and go", () => {
  test("after any changes they are what a fresh count gives", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        using index = emptyIndex();
        for (const [at, { path, texts }] of steps.entries()) {
          if (texts === null) index.writer.remove(path);
          else {
            const about = { kind: "document", title: path, project: null, at: null } as const;
            const chunks = texts.map((one) => ({ text: one }));
            index.writer.put({ path, hash: `${at}`, ...about }, chunks);
          }
        }
        expect(counted(index)).toEqual(recounted(index));
      }),
      { numRuns: 60 },
    );
  });
});
