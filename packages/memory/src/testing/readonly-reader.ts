import { addItems } from "../index/add-items.ts";
import { forgetNamed, forgetProject } from "../index/inspect.ts";
import { openMemoryIndex } from "../index/memory-index.ts";
import { wordEmbedder } from "./word-embedder.ts";

/** What a reader of a home that it cannot write has seen. */
export type ReaderReport = {
  readonly notices: readonly string[];
  readonly found: readonly string[];
  readonly changed: number;
  readonly embedded: number;
  /** What became of the wish to forget what is there: by each way to say it. */
  readonly forgetting: readonly string[];
};

const NOBODY = 65_534;

function outcomeOf(way: () => unknown): string {
  try {
    return String(way());
  } catch (error) {
    return String(error);
  }
}

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
  const found = hits.map(({ id }) => id);
  const ways = [
    () => index.writer.remove("added:x"),
    () => index.writer.forget("added:x"),
    () => forgetNamed(index, "heron"),
    () => forgetProject(index, "/nowhere"),
  ];
  const report: ReaderReport = {
    notices,
    found,
    changed,
    embedded,
    forgetting: ways.map(outcomeOf),
  };
  process.stdout.write(JSON.stringify(report));
}
