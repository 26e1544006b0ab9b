import { afterAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wordEmbedder } from "../testing/word-embedder.ts";
import { openMemoryIndex } from "./memory-index.ts";
import { findVectorLibrary } from "./vector-store.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const INDEXER = join(import.meta.dir, "../testing/crash-indexer.ts");

/** Two indexers on one file; killed when the first has done so many rounds. */
async function killAfter(path: string, library: string, rounds: number): Promise<void> {
  const children = [0, 1].map(() =>
    spawn(process.execPath, [INDEXER, path, library], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const [first] = children;
  if (first === undefined) throw new Error("no child");
  let said = "";
  for await (const bytes of first.stdout) {
    said += String(bytes);
    if (said.split("\n").length > rounds) break;
  }
  await Promise.all(
    children.map((child) => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      return gone;
    }),
  );
}

test("two processes that index at once and are killed leave a whole index", async () => {
  const library = (await findVectorLibrary(folder)) ?? "";
  const path = join(folder, "memory.db");
  for (const rounds of [1, 2, 4]) {
    await killAfter(path, library, rounds);
    const notices: string[] = [];
    using index = openMemoryIndex({
      path,
      embedder: wordEmbedder(),
      vectorLibrary: library === "" ? null : library,
      now: () => 0,
      notice: (message) => notices.push(message),
    });
    expect(notices).toEqual([]);
    const one = (sql: string): unknown => Object.values(index.database.prepare(sql).get() ?? {})[0];
    expect(one("PRAGMA integrity_check")).toBe("ok");
    expect(one("SELECT count(*) FROM chunks")).toBe(50);
    expect(one("SELECT count(DISTINCT key) FROM chunks")).toBe(50);
    await index.embed({ waits: true });
    expect(index.waiting).toBe(0);
    expect(one("SELECT count(*) FROM chunk_vectors")).toBe(50);
    const found = index.searchWords("number 13", { k: 50 });
    expect(found.some(({ id }) => id === "13")).toBe(true);
  }
}, 60_000);
