import { join, resolve } from "node:path";
import { FEATURES } from "@squire/memory";
import type { Feature } from "@squire/memory";
import { measureGain, readCranfield } from "./cranfield.ts";
import { line, linesByCategory, measure, readLocomo } from "./locomo.ts";
import { asUsual } from "./memory-rig.ts";
import type { Ask, KnownVectors } from "./memory-rig.ts";

/** `bun judges/ablation.ts`: the tables of docs/memory.md, each part of the ranking left out in turn. */
const root = process.env["SQUIRE_JUDGES"] ?? resolve(import.meta.dir, "..", "..", "shared");

const NEIGHBOURS: readonly Feature[] = [
  "wordsBefore",
  "wordsAfter",
  "wordsTwoBefore",
  "meaningBefore",
  "meaningAfter",
];
const ANSWERS: readonly Feature[] = ["wordsAsked", "meaningAsked"];
const SESSION: readonly Feature[] = ["sourceWords", "sourceMeaning"];

const without =
  (...features: readonly Feature[]): Ask =>
  (index, query, k) =>
    index.search(query, { k, without: features });
const only = (feature: Feature): readonly Feature[] => FEATURES.filter((one) => one !== feature);
const withRepeats: Ask = (index, query, k) => index.search(query, { k, withRepeats: true });
const byWords: Ask = (index, query, k) =>
  Promise.resolve(index.searchWords(query, { k, without: only("words"), withRepeats: true }));
const byMeaning: Ask = (index, query, k) =>
  index.search(query, { k, without: only("meaning"), withRepeats: true });
/** By the fused places alone. */
const byPlace: Ask = async (index, query, k) => {
  const all = await index.search(query, { k: 1_000, withRepeats: true });
  return all.toSorted((left, right) => right.parts.fused - left.parts.fused).slice(0, k);
};

type Row = { readonly title: string; readonly ask: Ask; readonly vectors?: boolean };

const LOCOMO: readonly Row[] = [
  { title: "everything", ask: asUsual },
  { title: "without neighbours", ask: without(...NEIGHBOURS, ...ANSWERS) },
  { title: "without question-and-answer", ask: without(...ANSWERS) },
  { title: "without the session", ask: without(...SESSION) },
  { title: "with repeats", ask: withRepeats },
  { title: "everything, by words alone", ask: asUsual, vectors: false },
  { title: "plain BM25", ask: byWords, vectors: false },
  { title: "plain cosine", ask: byMeaning },
  { title: "RRF of both", ask: byPlace },
];
const CRANFIELD: readonly Row[] = [
  { title: "plain BM25", ask: byWords, vectors: false },
  { title: "plain cosine", ask: byMeaning },
  { title: "by words alone, with feedback", ask: asUsual, vectors: false },
  { title: "words and meaning, without feedback", ask: without("feedback") },
  { title: "with repeats", ask: withRepeats },
  { title: "everything", ask: asUsual },
];

const known: KnownVectors = new Map();
const locomo = readLocomo(join(root, "judges", "locomo"));
for (const { title, ask, vectors = true } of LOCOMO) {
  const figures = await measure(locomo, { vectors, ask, known });
  const cells = linesByCategory(figures).map(([, recalls]) => recalls);
  console.log(`| ${[title, line(figures), ...cells].join(" | ")} |`);
}
const cranfield = readCranfield(join(root, "judges", "cranfield"));
for (const { title, ask, vectors = true } of CRANFIELD) {
  const gain = await measureGain(cranfield, { vectors, ask, known });
  console.log(`| ${title} | ${gain.toFixed(3)} |`);
}
