import { openMemoryIndex } from "@squire/memory";
import type { Embedder } from "@squire/memory";
import { updateWords } from "../update-code-index.ts";
import { workspaceFiles } from "../workspace-files.ts";

/** Vectors by the letters of a text: it takes no time. */
export function letterEmbedder(): Embedder {
  return {
    name: "letters",
    dimensions: 32,
    embed: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          const vector = new Float32Array(32);
          for (const letter of text) {
            const place = letter.charCodeAt(0) % 32;
            vector[place] = (vector[place] ?? 0) + 1;
          }
          const length = Math.hypot(...vector) || 1;
          return vector.map((value) => value / length);
        }),
      ),
    close: () => {},
  };
}

/** Indexes a folder over and over, every file each time, and says each round. */
async function indexWithoutEnd(database: string, root: string, library: string): Promise<never> {
  using index = openMemoryIndex({
    path: database,
    embedder: letterEmbedder(),
    vectorLibrary: library === "" ? null : library,
    now: Date.now,
    notice: (message) => process.stderr.write(`${message}\n`),
  });
  const place = { root, database, below: "" };
  const open = { index, place, isKept: true, [Symbol.dispose]: () => {} };
  const files = workspaceFiles({ root, home: "/nowhere", mayRead: () => true });
  const { signal } = new AbortController();
  for (let round = 0; ; round++) {
    for (const path of index.pathsOf("code").slice(0, 10)) index.writer.remove(path);
    await updateWords(open, files, { signal, waits: true, force: true });
    await index.embed({ waits: true });
    process.stdout.write(`${round}\n`);
  }
}

if (import.meta.main) {
  const [database = "", root = "", library = ""] = process.argv.slice(2);
  await indexWithoutEnd(database, root, library);
}
