import { articleText } from "@squire/tools";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Judge } from "./judge.ts";
import { Tally } from "./judge.ts";

type Truth = { readonly id: string; readonly url: string; readonly text: string };
type Score = { readonly precision: number | null; readonly recall: number };

/** What Readability alone reaches on this data. */
const WANTED_F1 = 0.944;
/** Below this a page counts as missed. */
const PAGE_F1 = 0.6;
const SHINGLE = 4;

/** Real pages with the article text written down by people; the metric is that of the benchmark. */
export const htmlJudge: Judge = {
  name: "html",
  needs: "judges/html",
  run: async (folder) => {
    const tally = new Tally();
    const scores: Score[] = [];
    for (const { id, url, text } of truthsOf(join(folder, "truth.jsonl"))) {
      const html = gunzipSync(readFileSync(join(folder, "pages", `${id}.html.gz`))).toString();
      const score = compare(await articleText(html, url), text);
      const f1 = harmonic(score.precision ?? 0, score.recall);
      tally.check(f1 >= PAGE_F1, () => `${url}: F1 ${f1.toFixed(3)}`);
      scores.push(score);
    }
    const precision = mean(scores.flatMap((score) => score.precision ?? []));
    const recall = mean(scores.map((score) => score.recall));
    const f1 = harmonic(precision, recall);
    tally.check(f1 >= WANTED_F1, () => `F1 ${f1.toFixed(4)} is below ${WANTED_F1}`);
    const figures = [precision, recall, f1].map((figure) => figure.toFixed(4));
    return tally.verdict(`precision ${figures[0]}, recall ${figures[1]}, F1 ${figures[2]}`);
  },
};

function truthsOf(file: string): readonly Truth[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Truth);
}

function compare(found: string, wanted: string): Score {
  const [mine, theirs] = [shingles(found), shingles(wanted)];
  let hits = 0;
  for (const [shingle, count] of mine) hits += Math.min(count, theirs.get(shingle) ?? 0);
  const [all, right] = [sizeOf(mine), sizeOf(theirs)];
  return { precision: all === 0 ? null : hits / all, recall: right === 0 ? 1 : hits / right };
}

/** Every run of four words, counted; a shorter text is one run. */
function shingles(text: string): ReadonlyMap<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  const runs = words.length === 0 ? 0 : Math.max(1, words.length - SHINGLE + 1);
  for (let at = 0; at < runs; at++) {
    const shingle = words.slice(at, at + SHINGLE).join(" ");
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function sizeOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function harmonic(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}
