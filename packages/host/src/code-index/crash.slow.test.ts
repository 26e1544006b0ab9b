import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { findVectorLibrary, openMemoryIndex } from "@squire/memory";
import type { MemoryIndex } from "@squire/memory";
import { tempWorkspace } from "@squire/testkit";
import { letterEmbedder } from "./testing/crash-indexer.ts";
import { repository } from "./testing/repository.ts";
import { updateWords } from "./update-code-index.ts";
import { workspaceFiles } from "./workspace-files.ts";

const INDEXER = join(import.meta.dir, "testing/crash-indexer.ts");

/** Two indexers of one folder, killed when the first has done so many rounds. */
async function killAfter(args: readonly string[], rounds: number): Promise<void> {
  const children = [0, 1].map(() =>
    spawn(process.execPath, [INDEXER, ...args], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  let said = "";
  for await (const bytes of children[0]?.stdout ?? []) {
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

/** What is not as it must be. */
function problemsOf({ database, waiting }: MemoryIndex, files: number): readonly string[] {
  const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];
  const chunks = one("SELECT count(*) FROM chunks");
  const same = (what: string, found: unknown, wanted: unknown): readonly string[] =>
    found === wanted ? [] : [`${what}: ${String(found)} instead of ${String(wanted)}`];
  return [
    ...same("integrity", one("PRAGMA integrity_check"), "ok"),
    ...same("files", one("SELECT count(*) FROM files"), files),
    ...same("words", one("SELECT count(*) FROM chunks_fts"), chunks),
    ...same(
      "of no file",
      one("SELECT count(*) FROM chunks WHERE file_path NOT IN (SELECT path FROM files)"),
      0,
    ),
    ...same("waiting", waiting, 0),
  ];
}

test("SRCH-10: two processes that index one folder and are killed leave a whole index", async () => {
  await using home = await tempWorkspace(repository());
  await using cache = await tempWorkspace();
  const library = (await findVectorLibrary(cache.root)) ?? "";
  const database = cache.path("code.db");
  for (const rounds of [1, 2, 3]) {
    await killAfter([database, home.root, library], rounds);
    const notices: string[] = [];
    using index = openMemoryIndex({
      path: database,
      embedder: letterEmbedder(),
      vectorLibrary: library === "" ? null : library,
      now: Date.now,
      notice: (message) => notices.push(message),
    });
    expect(notices).toEqual([]);
    const open = {
      index,
      place: { root: home.root, database, below: "" },
      isKept: true,
      [Symbol.dispose]: () => {},
    };
    const files = workspaceFiles({ root: home.root, home: "/nowhere", mayRead: () => true });
    // Nobody holds a lock any more: what is missing is taken in at once.
    const { signal } = new AbortController();
    const report = await updateWords(open, files, { signal, waits: false });
    expect(report?.files).toBe(Object.keys(repository()).length - 1);
    await index.embed();
    const count = Object.keys(repository()).length - 1;
    expect(problemsOf(index, count)).toEqual([]);
    expect(index.searchWords("back off", { k: 1 })[0]?.path).toBe("src/net/retry-policy.ts");
    if (rounds < 3) continue;
    // A planted half of a write is seen.
    index.database.exec("DELETE FROM chunks_fts WHERE rowid = (SELECT max(id) FROM chunks)");
    expect(problemsOf(index, count)).toEqual([expect.stringContaining("words")]);
  }
});
