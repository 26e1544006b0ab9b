import { addItems } from "../index/add-items.ts";
import { openMemoryIndex } from "../index/memory-index.ts";
import { wordEmbedder } from "./word-embedder.ts";

/** Run as a program: indexes without end, and says when it has begun, until somebody kills it. */
const [path = "", library = ""] = process.argv.slice(2);
const index = openMemoryIndex({
  path,
  embedder: wordEmbedder(),
  vectorLibrary: library === "" ? null : library,
  now: () => 0,
  notice: (message) => process.stderr.write(`${message}\n`),
});
for (let round = 0; ; round++) {
  const items = Array.from({ length: 50 }, (_, at) => ({
    id: `${at}`,
    text: `round ${round} says number ${at}`,
    speaker: "Ann",
    session: `s${at % 7}`,
  }));
  addItems(index, items, "crash");
  await index.embed({ waits: true });
  process.stdout.write(`${round}\n`);
}
