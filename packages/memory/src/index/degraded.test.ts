import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { EmbedError } from "../embed/embedder.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { ReaderReport } from "../testing/readonly-reader.ts";
import { wordEmbedder } from "../testing/word-embedder.ts";
import { addItems } from "./add-items.ts";
import { openMemoryIndex } from "./memory-index.ts";
import { findVectorLibrary } from "./vector-store.ts";
import type { MemoryIndex, MemoryIndexOptions } from "./memory-index.ts";

const library = await findVectorLibrary(tmpdir());

const ITEMS = [
  { id: "heron", text: "The heron nests in April." },
  { id: "soup", text: "The soup needs more salt." },
];

function open(
  path: string,
  notices: string[],
  more: Partial<MemoryIndexOptions> = {},
): MemoryIndex {
  return openMemoryIndex({
    path,
    embedder: wordEmbedder(),
    vectorLibrary: library,
    now: () => 0,
    notice: (message) => notices.push(message),
    ...more,
  });
}

async function filled(home: TempWorkspace, name = "memory.db"): Promise<string> {
  const path = home.path(name);
  using index = open(path, []);
  addItems(index, ITEMS, "x");
  await index.embed();
  return path;
}

const idsOf = async (index: MemoryIndex, query: string): Promise<readonly string[]> =>
  (await index.search(query, { k: 1 })).map(({ id }) => id);

/** The head stays; what lies behind it is lost, also to what SQLite has read before. */
function spoil(index: MemoryIndex, path: string): void {
  index.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, 4096));
  index.database.exec("PRAGMA shrink_memory");
}

test("MEM-12 (part): an index that is damaged while it is open is made again, and said once", async () => {
  await using home = await tempWorkspace();
  const path = await filled(home);
  const notices: string[] = [];
  {
    using index = open(path, notices);
    spoil(index, path);
    expect(await idsOf(index, "heron")).toEqual([]);
    expect(addItems(index, ITEMS, "x").changed).toBe(2);
    await index.embed();
    expect(await idsOf(index, "heron")).toEqual(["heron"]);
    expect(notices).toEqual(["The memory index was damaged; it is made again."]);
  }
  // The twin that is not told to mend it throws.
  using twin = open(path, notices, { mends: false });
  spoil(twin, path);
  expect(() => twin.searchWords("heron", { k: 1 })).toThrow();
});

test("MEM-12 (part): a write meets the damage first: nothing is thrown, and it is kept", async () => {
  await using home = await tempWorkspace();
  const path = await filled(home);
  const notices: string[] = [];
  using index = open(path, notices);
  spoil(index, path);
  const source = { kind: "note", title: "n", hash: "1", project: null, at: null } as const;
  expect(index.writer.put({ ...source, path: "/n.md" }, [{ text: "a stork" }])).toBe(true);
  expect(await idsOf(index, "stork")).toEqual(["/n.md#0"]);
  expect(notices).toHaveLength(1);
});

test("MEM-12 (part): an index that is deleted while it is open is made again and said; one that was replaced is taken", async () => {
  await using home = await tempWorkspace();
  const path = await filled(home);
  const other = await filled(home, "other.db");
  const notices: string[] = [];
  using index = open(path, notices);
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  expect(addItems(index, [{ id: "new", text: "The stork flies." }], "x").changed).toBe(1);
  expect(await idsOf(index, "stork")).toEqual(["new"]);
  expect(notices).toEqual(["The memory index was deleted; it is made again."]);
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  renameSync(other, path);
  expect(await idsOf(index, "heron")).toEqual(["heron"]);
  expect(notices).toHaveLength(1);
});

test("MEM-13 (part): whether a source has changed is told without a look at the file for each of them", async () => {
  await using home = await tempWorkspace();
  const path = await filled(home);
  const notices: string[] = [];
  using index = open(path, notices);
  const [source = ""] = index.pathsOf("document");
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  expect(index.hashOf(source)).not.toBeNull();
  expect(notices).toEqual([]);
  // A refresh begins with what is there.
  expect(index.pathsOf("document")).toEqual([]);
  expect(index.hashOf(source)).toBeNull();
  expect(notices).toHaveLength(1);
});

/** What these tables lie in is lost, the rest is whole. */
function spoilTables(path: string, names: readonly string[]): void {
  const database = openDatabase(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory");
  const rows = database.prepare("SELECT name, rootpage FROM sqlite_schema").all();
  database.close();
  const bytes = readFileSync(path);
  for (const { name, rootpage } of rows) {
    const end = Number(rootpage) * 4096;
    if (names.includes(String(name))) bytes.fill(0x5a, end - 4096, end);
  }
  writeFileSync(path, bytes);
}

const NOTE = { kind: "note", title: "n", project: null, at: null } as const;

test("MEM-12 (part): what was forgotten stays so when a damaged index is made again, at opening and while it is open", async () => {
  await using home = await tempWorkspace();
  const path = await filled(home);
  const notices: string[] = [];
  {
    using index = open(path, notices);
    index.writer.put({ ...NOTE, path: "/a.md", hash: "1" }, [{ text: "a stork" }]);
    index.writer.forget("/a.md");
  }
  spoilTables(path, ["chunks_fts_config"]);
  using index = open(path, notices);
  expect(await idsOf(index, "heron")).toEqual([]);
  expect(index.isForgotten("/a.md", "1")).toBe(true);
  index.writer.put({ ...NOTE, path: "/b.md", hash: "2" }, [{ text: "a stork" }]);
  index.writer.forget("/b.md");
  index.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  spoilTables(path, ["chunks", "files", "chunks_fts_data"]);
  index.database.exec("PRAGMA shrink_memory");
  expect(await idsOf(index, "heron")).toEqual([]);
  expect(notices).toHaveLength(2);
  expect(index.isForgotten("/a.md", "1")).toBe(true);
  expect(index.isForgotten("/b.md", "2")).toBe(true);
  expect(index.isForgotten("/b.md", "3")).toBe(false);
});

test("MEM-12 (part): an index that cannot be made again at once is made again the next time", async () => {
  await using home = await tempWorkspace();
  const path = await filled(home);
  let isTired = false;
  const embedder: Embedder = Object.create(wordEmbedder(), {
    name: {
      get: () => {
        if (isTired) throw new Error("EIO: the disk is tired");
        return "words";
      },
    },
  });
  using index = open(path, [], { embedder });
  index.writer.put({ ...NOTE, path: "/a.md", hash: "1" }, [{ text: "a stork" }]);
  index.writer.forget("/a.md");
  spoil(index, path);
  isTired = true;
  expect(() => index.searchWords("heron", { k: 1 })).toThrow("EIO: the disk is tired");
  isTired = false;
  expect(index.searchWords("heron", { k: 1 })).toEqual([]);
  expect(addItems(index, ITEMS, "x").changed).toBe(2);
  expect(index.searchWords("heron", { k: 1 })).toHaveLength(1);
});

test("MEM-12 (part): in a home that cannot be written nothing is thrown, by whatever is called", async () => {
  await using home = await tempWorkspace({ "file-in-the-way": "" });
  const notices: string[] = [];
  using index = open(join(home.path("file-in-the-way"), "memory.db"), notices);
  addItems(index, ITEMS, "x");
  expect(await index.embed()).toBe(2);
  expect(await index.embed({ waits: true })).toBe(0);
  index.reindex();
  expect(index.writer.remove("nothing")).toBe(false);
  expect(await idsOf(index, "heron")).toEqual(["heron"]);
  expect(notices).toHaveLength(1);
});

test.skipIf(process.platform === "win32")(
  "MEM-12 (part): in a home that is read only what is there is found, and nothing is thrown",
  async () => {
    await using home = await tempWorkspace();
    const path = await filled(home, "home/memory.db");
    chmodSync(home.root, 0o755);
    chmodSync(path, 0o444);
    chmodSync(home.path("home"), 0o555);
    const reader = join(import.meta.dir, "../testing/readonly-reader.ts");
    // The model that made the vectors, and another one, whose vectors cannot be compared.
    for (const model of ["words", "another"]) {
      const ran = spawnSync(process.execPath, [reader, path, model], { encoding: "utf8" });
      expect(ran.stderr).toBe("");
      const report = JSON.parse(ran.stdout) as ReaderReport;
      expect(report).toMatchObject({ changed: 0, embedded: 0 });
      expect(report.found[0]).toBe("heron");
      expect(report.notices).toEqual([expect.stringContaining("can be read but not written")]);
      // Who wants something gone hears that it is not.
      const refusal =
        "NotWritableError: The memory index cannot be written; nothing was forgotten.";
      expect(report.forgetting).toEqual([refusal, refusal, refusal, refusal]);
    }
    chmodSync(home.path("home"), 0o755);
  },
);

test("MEM-14: a vector library that does not load is done without, and the vectors are there when it is back", async () => {
  await using home = await tempWorkspace({ "broken.so": "no library" });
  const path = home.path("memory.db");
  const notices: string[] = [];
  {
    using index = open(path, notices, { vectorLibrary: home.path("broken.so") });
    expect(index.vectors.isNative).toBe(false);
    addItems(index, ITEMS, "x");
    expect(await index.embed()).toBe(2);
    expect((await index.search("salt in the soup", { k: 1 }))[0]?.parts.meaning).toBeGreaterThan(0);
  }
  expect(notices).toEqual([expect.stringContaining("sqlite-vec cannot be loaded")]);
  using index = open(path, notices);
  expect(index.vectors.isNative).toBe(true);
  const row = index.database.prepare("SELECT count(*) AS n FROM chunk_vectors").get();
  expect(row?.["n"]).toBe(2);
});

test("MEM-14: a model that is not installed is said once; when it is there, what waits is embedded", async () => {
  await using home = await tempWorkspace();
  const path = home.path("memory.db");
  const notices: string[] = [];
  const missing: Embedder = {
    ...wordEmbedder(),
    embed: () => Promise.reject(new EmbedError("The local embedding model is not installed.")),
  };
  {
    using index = open(path, notices, { embedder: missing });
    addItems(index, ITEMS, "x");
    for (let times = 0; times < 3; times++) {
      expect(await index.embed()).toBe(0);
      expect(await idsOf(index, "heron")).toEqual(["heron"]);
    }
    expect(notices).toEqual(["The local embedding model is not installed."]);
  }
  using index = open(path, notices);
  expect(await index.embed()).toBe(2);
});
