import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findVectorLibrary } from "./vector-store.ts";
import { addItems } from "./add-items.ts";
import { openMemoryIndex } from "./memory-index.ts";
import type { MemoryIndex } from "./memory-index.ts";
import { conditionOf } from "../search/source-filter.ts";
import { wordEmbedder } from "../testing/word-embedder.ts";
import { EmbedError } from "../embed/embedder.ts";
import type { Embedder } from "../embed/embedder.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-memory-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const library = await findVectorLibrary(folder);

type Opening = {
  readonly path?: string;
  readonly embedder?: Embedder | null;
  readonly library?: string | null;
  readonly notices?: string[];
};

function open(opening: Opening = {}): MemoryIndex {
  return openMemoryIndex({
    path: opening.path ?? ":memory:",
    embedder: opening.embedder === undefined ? wordEmbedder() : opening.embedder,
    vectorLibrary: opening.library === undefined ? library : opening.library,
    now: () => 1_700_000_000_000,
    notice: (message) => opening.notices?.push(message),
  });
}

const TALK = [
  { id: "1", text: "Did you get the new bicycle?", speaker: "Ann", session: "a", at: "2 May 2023" },
  {
    id: "2",
    text: "Yes, it is red and very fast.",
    speaker: "Ben",
    session: "a",
    at: "2 May 2023",
  },
  { id: "3", text: "The soup needs more salt.", speaker: "Ann", session: "b", at: "9 June 2023" },
  {
    id: "4",
    text: "Last week I sold the old car.",
    speaker: "Ben",
    session: "b",
    at: "9 June 2023",
  },
];

const ids = async (index: MemoryIndex, query: string, k = 2): Promise<readonly string[]> =>
  (await index.search(query, { k })).map(({ id }) => id);

test("MEM-12: the tables are those of the specification", () => {
  using index = open();
  const columns = (table: string): readonly string[] =>
    index.database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
  expect(columns("files")).toEqual(expect.arrayContaining(["path", "hash", "indexed_at"]));
  expect(columns("chunks")).toEqual(
    expect.arrayContaining(["id", "file_path", "content", "embedding"]),
  );
  expect(columns("embedding_cache")).toEqual(["hash", "embedding", "created_at"]);
  expect(columns("chunks_fts")).toContain("terms");
});

test("MEM-15: words and meaning are fused, with text, path and the parts of the score", async () => {
  using index = open();
  addItems(index, TALK, "talk");
  await index.embed();
  const [first] = await index.search("salt in the soup", { k: 1 });
  expect(first).toMatchObject({
    id: "3",
    text: "The soup needs more salt.",
    path: "added:b",
    speaker: "Ann",
  });
  expect(first?.parts.words).toBeGreaterThan(0);
  expect(first?.parts.meaning).toBeGreaterThan(0);
  // First in both lists.
  expect(first?.parts.fused).toBeCloseTo(2 / 61, 10);
});

test("an answer is found by the question before it, and by who is asked about", async () => {
  using index = open({ embedder: null });
  addItems(index, TALK, "talk");
  expect(await ids(index, "Which colour is Ben's bicycle?", 1)).toEqual(["2"]);
  expect(await ids(index, "When did Ben sell his car?", 1)).toEqual(["4"]);
});

test("MEM-15: Chinese and Japanese are found by pairs and by trigrams", async () => {
  using index = open({ embedder: null });
  addItems(
    index,
    [
      { id: "ja", text: "東京タワーに行きました" },
      { id: "en", text: "I went home" },
    ],
    "x",
  );
  expect(await ids(index, "東京")).toEqual(["ja"]);
  expect(await ids(index, "京タワ")).toEqual(["ja"]);
});

test("MEM-13: what did not change is not embedded again; what did replaces the old", async () => {
  const embedder = wordEmbedder();
  using index = open({ embedder });
  addItems(index, TALK, "talk");
  expect(await index.embed()).toBe(4);
  expect(addItems(index, TALK, "talk").changed).toBe(0);
  addItems(index, [{ id: "3", text: "The soup is fine.", speaker: "Ann", session: "b" }], "talk");
  expect(await index.embed()).toBe(1);
  expect(index.chunksOf("added:b").map(({ text }) => text)).toEqual([
    "The soup is fine.",
    "Last week I sold the old car.",
  ]);
  index.reindex();
  expect(index.waiting).toBe(4);
  expect(await index.embed()).toBe(0);
  expect(embedder.count()).toBe(5);
});

test("MEM-14: with sqlite-vec and without it the same is found", async () => {
  if (library === null) throw new Error("sqlite-vec is not installed");
  const found: unknown[] = [];
  for (const each of [library, null]) {
    using index = open({ library: each });
    expect(index.vectors.isNative).toBe(each !== null);
    addItems(index, TALK, "talk");
    await index.embed();
    found.push(await ids(index, "very fast bicycle", 4));
  }
  expect(found[0]).toEqual(found[1]);
});

test("MEM-14 (part): without the model words are enough, and it is said once", async () => {
  const notices: string[] = [];
  const missing: Embedder = {
    ...wordEmbedder(),
    embed: () => Promise.reject(new EmbedError("The local embedding model is not installed.")),
  };
  using index = open({ embedder: missing, notices });
  addItems(index, TALK, "talk");
  expect(await index.embed()).toBe(0);
  expect(await ids(index, "soup", 1)).toEqual(["3"]);
  expect(await ids(index, "car", 1)).toEqual(["4"]);
  expect(notices).toEqual(["The local embedding model is not installed."]);
});

test("a damaged database is made again and said; a deleted one too", async () => {
  const path = join(folder, "damaged.db");
  const notices: string[] = [];
  writeFileSync(path, "this is no database, however long it is ".repeat(200));
  {
    using index = open({ path, notices });
    addItems(index, TALK, "talk");
    await index.embed();
    expect(await ids(index, "soup", 1)).toEqual(["3"]);
  }
  expect(notices.join()).toContain("damaged");
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  using again = open({ path });
  expect(await ids(again, "soup")).toEqual([]);
});

test("in a home that cannot be written memory lasts as long as the process", async () => {
  const home = join(folder, "file-in-the-way");
  writeFileSync(home, "");
  const notices: string[] = [];
  using index = open({ path: join(home, "memory.db"), notices });
  addItems(index, TALK, "talk");
  expect(await ids(index, "soup", 1)).toEqual(["3"]);
  expect(notices.join()).toContain("cannot be written");
  chmodSync(home, 0o600);
});

test("another model makes all vectors again, of its own length", async () => {
  if (library === null) throw new Error("sqlite-vec is not installed");
  const path = join(folder, "models.db");
  {
    using index = open({ path });
    addItems(index, TALK, "talk");
    await index.embed();
  }
  const usual = wordEmbedder();
  const wide: Embedder = {
    ...usual,
    name: "another",
    dimensions: usual.dimensions * 2,
    embed: async (texts) =>
      (await usual.embed(texts)).map((vector) => Float32Array.from([...vector, ...vector])),
  };
  for (const embedder of [wide, wordEmbedder(), wide]) {
    using index = open({ path, embedder });
    expect(index.vectors.isNative).toBe(true);
    expect(index.waiting).toBe(4);
    expect(await index.embed()).toBe(4);
    expect(await ids(index, "salt in the soup", 1)).toEqual(["3"]);
    expect(index.database.prepare("SELECT count(*) AS n FROM chunk_vectors").get()?.["n"]).toBe(4);
  }
});

test("an index of another version is made again, and it is said", async () => {
  for (const version of [99, 1_000]) {
    const path = join(folder, `version-${version}.db`);
    {
      using index = open({ path });
      addItems(index, TALK, "talk");
      await index.embed();
      index.writer.forget("added:a");
      index.database.exec(`PRAGMA user_version = ${version}`);
    }
    const notices: string[] = [];
    using index = open({ path, notices });
    expect(notices.join()).toContain("another version");
    expect(await ids(index, "soup")).toEqual([]);
    addItems(index, TALK, "talk");
    await index.embed();
    expect(await ids(index, "soup", 1)).toEqual(["3"]);
    expect(existsSync(path)).toBe(true);
    // What is not wanted is not wanted in any version.
    const rows = index.database.prepare("SELECT path FROM forgotten").all();
    expect(rows.map(({ path: gone }) => gone)).toEqual(["added:a"]);
  }
});

test("MEM-17 (part): what is removed is found by neither words nor meaning", async () => {
  using index = open();
  addItems(index, TALK, "talk");
  await index.embed();
  index.writer.remove("added:b");
  expect(await ids(index, "soup salt car", 10)).not.toContain("3");
  for (const table of ["chunks", "chunk_vectors", "chunks_fts"]) {
    const row = index.database.prepare(`SELECT count(*) AS n FROM ${table}`).get();
    expect([table, row?.["n"]]).toEqual([table, 2]);
  }
});

test("S43 (part): what holds text from outside is known by it, also when it is indexed again", async () => {
  using index = open({ embedder: null });
  const source = { kind: "session", title: "t", hash: "1", project: null, at: null } as const;
  index.writer.put({ ...source, path: "session:1", untrusted: true }, [
    { text: "the heron nests" },
  ]);
  index.writer.put({ ...source, path: "session:2" }, [{ text: "the heron fishes" }]);
  const outside = async (): Promise<unknown> =>
    Object.fromEntries(
      (await index.search("heron", { k: 5 })).map(({ path, untrusted }) => [path, untrusted]),
    );
  const expected = { "session:1": true, "session:2": undefined };
  expect(await outside()).toEqual(expected);
  index.reindex();
  expect(await outside()).toEqual(expected);
});

test("a small project is found beside a large one, by words and by meaning", async () => {
  if (library === null) throw new Error("sqlite-vec is not installed");
  for (const each of [library, null]) {
    using index = open({ library: each });
    const source = { kind: "document", title: "", hash: "1", at: null } as const;
    const many = Array.from({ length: 400 }, (_, at) => ({ text: `heron heron 東京都 ${at}` }));
    index.writer.put({ ...source, path: "/a/x", project: "/a" }, many);
    index.writer.put({ ...source, path: "/b/x", project: "/b" }, [
      { text: "a heron of b, 東京都" },
    ]);
    index.writer.put({ ...source, path: "/c", project: null }, [{ text: "a heron of nobody" }]);
    index.writer.put({ ...source, path: "/d", project: null, kind: "note", untrusted: true }, [
      { text: "a heron from outside" },
    ]);
    await index.embed();
    // From here on sqlite-vec is asked.
    index.database.exec("UPDATE chunks SET id = 6000 WHERE id = 1");
    const paths = async (more: Omit<Parameters<typeof index.search>[1], "k">) => [
      ...new Set((await index.search("heron", { k: 10, ...more })).map(({ path }) => path)),
    ];
    expect((await paths({ project: "/b" })).sort()).toEqual(["/b/x", "/c", "/d"]);
    expect((await paths({ project: null })).sort()).toEqual(["/c", "/d"]);
    expect(await paths({ project: null, trusted: true })).toEqual(["/c"]);
    expect(await paths({ kinds: ["note"] })).toEqual(["/d"]);
    expect((await index.search("東京都", { k: 1, project: "/b" }))[0]?.path).toBe("/b/x");
    const [vector] = await wordEmbedder().embed(["heron"]);
    if (vector === undefined) throw new Error("no vector");
    const near = index.vectors.search(vector, 300, conditionOf({ project: "/b" }));
    expect(near).toHaveLength(3);
  }
});

test("MEM-11 (part): to index again is all or nothing, and what can be read again is", async () => {
  using index = open({ embedder: null });
  addItems(index, TALK, "talk");
  const note = { kind: "note", title: "n", hash: "1", project: null, at: null } as const;
  index.writer.put({ ...note, path: "/n.md" }, [{ text: "the heron" }]);
  const begun: string[] = [];
  const { database } = index;
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    if (sql.startsWith("BEGIN")) begun.push(sql);
    exec(sql);
  };
  const added = index.hashOf("added:a");
  index.reindex();
  expect(begun).toHaveLength(1);
  expect(index.hashOf("added:a")).toBe(added);
  // As if the file had changed: the very same is written once more.
  expect(index.writer.put({ ...note, path: "/n.md" }, [{ text: "the stork" }])).toBe(true);
  expect(await ids(index, "stork", 1)).toEqual(["/n.md#0"]);
  expect(await ids(index, "soup", 1)).toEqual(["3"]);
  database.exec(
    "CREATE TEMP TRIGGER full BEFORE INSERT ON chunks WHEN new.key = '4' BEGIN SELECT raise(ABORT, 'full'); END",
  );
  expect(() => index.reindex()).toThrow("full");
  expect(await ids(index, "soup", 1)).toEqual(["3"]);
  expect(await ids(index, "bicycle", 1)).toEqual(["1"]);
});

test("two at once embed each text once", async () => {
  const path = join(folder, "shared.db");
  const [left, right] = [wordEmbedder(), wordEmbedder()];
  using one = open({ path, embedder: left });
  addItems(
    one,
    Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, text: `text number ${at}` })),
    "many",
  );
  using two = open({ path, embedder: right });
  await Promise.all([one.embed({ waits: true }), two.embed({ waits: true })]);
  expect(one.waiting).toBe(0);
  expect(left.count() + right.count()).toBe(100);
});
