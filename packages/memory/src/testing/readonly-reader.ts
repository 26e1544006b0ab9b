import { addItems } from "../index/add-items.ts";
import { openMemoryIndex } from "../index/memory-index.ts";
import { wordEmbedder } from "./word-embedder.ts";

/** What a reader of a home that it cannot write has seen. */
export type ReaderReport = {
  readonly notices: readonly string[];
  readonly found: readonly string[];
  readonly changed: number;
  readonly embedded: number;
};

const NOBODY = 65_534;

if (import.meta.main) {
  // Root may write everywhere.
  if (process.getuid?.() === 0) {
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  }
  const notices: string[] = [];
  const [path = "", model = ""] = process.argv.slice(2);
  using index = openMemoryIndex({
    path,
    embedder: { ...wordEmbedder(), name: model },
    vectorLibrary: null,
    now: () => 0,
    notice: (message) => notices.push(message),
  });
  const { changed } = addItems(index, [{ id: "new", text: "the stork" }], "x");
  const embedded = await index.embed();
  const hits = await index.search("heron stork", { k: 5 });
  const report: ReaderReport = { notices, found: hits.map(({ id }) => id), changed, embedded };
  process.stdout.write(JSON.stringify(report));
}
