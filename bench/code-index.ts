import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openHost } from "@squire/host";
import { codePlaceOf, filesFor, openCodeIndex, updateWords } from "@squire/host/code-index";
import { searchCode, statsOf } from "@squire/memory";

/**
 * `bun bench/code-index.ts [words|vectors] [folder]`: how long it takes to index a folder, by default this repository,
 * how long a search takes, and how often the place that is meant is among the first. `vectors` takes minutes.
 */
const byWords = (process.argv[2] ?? "words") !== "vectors";
const folder = resolve(process.argv[3] ?? join(import.meta.dir, ".."));
const ROUNDS = 3;
const home = mkdtempSync(join(tmpdir(), "squire-bench-code-"));
const { signal } = new AbortController();

type Question = { readonly question: string; readonly answer: string };

/** Questions about this repository and the files that answer them, written before the ranking was looked at. */
function questions(): readonly (readonly [string, RegExp])[] {
  // Lines of data: the index would find the questions themselves in a source file.
  const lines = readFileSync(join(import.meta.dir, "code-questions.jsonl"), "utf8").trim();
  return lines.split("\n").map((line) => {
    const { question, answer } = JSON.parse(line) as Question;
    return [question, new RegExp(answer)];
  });
}

async function timed<T>(run: () => Promise<T>): Promise<readonly [T, number]> {
  const from = performance.now();
  return [await run(), performance.now() - from];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

try {
  const host = await openHost({
    env: { HOME: home, SQUIRE_HOME: home },
    cwd: folder,
    userHome: home,
    offline: true,
    warn: console.error,
  });
  const place = codePlaceOf(host, folder);
  if (place === null) throw new Error(`${folder} is no project`);
  const files = await filesFor(host, place);
  using open = await openCodeIndex(host, place, { notice: console.error, bulk: true });
  const before = process.memoryUsage().rss;
  const update = () => updateWords(open, files, { signal, waits: true });
  const [report, wordsMs] = await timed(update);
  const rate = ((report?.changed ?? 0) / (wordsMs / 1000)).toFixed(0);
  console.log(`words: ${report?.changed} files in ${seconds(wordsMs)} (${rate} files/s)`);
  const [, againMs] = await timed(update);
  console.log(`again, nothing changed: ${againMs.toFixed(0)} ms`);
  if (!byWords) {
    const [made, vectorsMs] = await timed(() => open.index.embed({ waits: true, signal }));
    const each = ((made * 1000) / vectorsMs).toFixed(0);
    console.log(`vectors: ${made} in ${seconds(vectorsMs)} (${each}/s)`);
  }
  const { chunks } = statsOf(open.index);
  const size = megabytes(statSync(place.database).size);
  const grown = megabytes(process.memoryUsage().rss - before);
  console.log(`${chunks} pieces, database ${size}, memory grown by ${grown}`);
  const times: number[] = [];
  const places: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [text, wanted] of questions()) {
      const query = { text, k: 8, below: "", mayShow: () => true, byWords };
      const [hits, ms] = await timed(() => searchCode(open.index, files, query, Date.now));
      times.push(ms);
      if (round === 0) places.push(hits.findIndex(({ path }) => wanted.test(path)));
    }
  }
  times.sort((left, right) => left - right);
  const at = (share: number): string =>
    (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
  console.log(`search: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  const among = (first: number): number => places.filter((one) => one >= 0 && one < first).length;
  console.log(
    `of ${places.length} questions the place is first in ${among(1)}, among three in ${among(3)}, among eight in ${among(8)}`,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
