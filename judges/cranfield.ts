import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addItems } from "@squire/memory";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";
import { asUsual, openRig, searchEach } from "./memory-rig.ts";
import type { Measuring } from "./memory-rig.ts";

type Document = { readonly id: string; readonly title: string; readonly text: string };
type Query = { readonly id: string; readonly text: string };
type Relevance = { readonly query: string; readonly doc: string; readonly rel: number };

const DEPTH = 10;
/** What has to be reached; without vectors no less than plain BM25 reaches. */
const LEAST = { words: 0.39, hybrid: 0.41 };

/** Abstracts ranked for real questions: nDCG@10. */
export const cranfieldJudge: Judge = {
  name: "cranfield",
  needs: "judges/cranfield",
  async run(folder, { full }) {
    const tally = new Tally();
    const cranfield = readCranfield(folder);
    const words = await measureGain(cranfield, { vectors: false });
    tally.check(
      words >= LEAST.words,
      () => `by words alone ${words.toFixed(3)}, not ${LEAST.words}`,
    );
    if (!full) {
      return tally.verdict(
        `nDCG@10 by words alone ${words.toFixed(3)}; --full embeds the documents as well`,
      );
    }
    const hybrid = await measureGain(cranfield, { vectors: true });
    tally.check(hybrid >= LEAST.hybrid, () => `hybrid ${hybrid.toFixed(3)}, not ${LEAST.hybrid}`);
    return tally.verdict(
      `nDCG@10 by words alone ${words.toFixed(3)}, with vectors ${hybrid.toFixed(3)}`,
    );
  },
};

type Wanted = ReadonlyMap<string, ReadonlySet<string>>;

function relevant(list: readonly Relevance[]): Wanted {
  const wanted = new Map<string, Set<string>>();
  for (const { query, doc, rel } of list) {
    if (rel <= 0) continue;
    const some = wanted.get(query) ?? new Set<string>();
    wanted.set(query, some.add(doc));
  }
  return wanted;
}

export type Cranfield = {
  readonly documents: readonly Document[];
  readonly queries: readonly Query[];
  readonly wanted: Wanted;
};

export function readCranfield(folder: string): Cranfield {
  return {
    documents: readLines(join(folder, "docs.jsonl")) as readonly Document[],
    queries: readLines(join(folder, "queries.jsonl")) as readonly Query[],
    wanted: relevant(readLines(join(folder, "qrels.jsonl")) as readonly Relevance[]),
  };
}

/** nDCG@10 over all questions. */
export async function measureGain(
  { documents, queries, wanted }: Cranfield,
  { vectors, ask = asUsual, known }: Measuring,
): Promise<number> {
  using rig = await openRig(vectors ? "cranfield" : null, known);
  const items = documents.map(({ id, title, text }) => ({ id, text: `${title}\n${text}` }));
  addItems(rig.index, items, "cranfield");
  await rig.index.embed({ waits: true });
  const asked = queries.filter(({ id }) => wanted.has(id));
  const found = await searchEach(
    rig.index,
    asked.map(({ text }) => ({ query: text })),
    DEPTH,
    ask,
  );
  const gains = asked.map(({ id }, at) => gain(found[at] ?? [], wanted.get(id) ?? new Set()));
  return gains.reduce((sum, value) => sum + value, 0) / Math.max(1, gains.length);
}

/** nDCG with what is relevant or is not. */
function gain(order: readonly string[], relevantIds: ReadonlySet<string>): number {
  let [got, possible] = [0, 0];
  for (let place = 0; place < DEPTH; place++) {
    const worth = 1 / Math.log2(place + 2);
    if (relevantIds.has(order[place] ?? "")) got += worth;
    if (place < relevantIds.size) possible += worth;
  }
  return possible === 0 ? 0 : got / possible;
}

function readLines(file: string): readonly unknown[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text) as unknown);
}
