import { answerKind } from "./answer-kind.ts";
import { terms } from "../terms.ts";
import type { RankedDocument } from "./rank-documents.ts";
import { statements } from "./statements.ts";
import { mentions, runOf } from "./source-document.ts";
import type { ReadDocument } from "./source-document.ts";
import { bareTitle } from "./source-document.ts";

/** A sentence that answers a part of the question. */
export type ChosenSentence = {
  readonly document: ReadDocument;
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const CANDIDATES = 6;
const COVERAGE = 2;
const LINK = 0.1;
const MOST = 3;
/** What a sentence is worth besides the words that it adds. */
const WORTH = { again: 0.3, link: 0.15, first: 0.1, fresh: 0.3, kind: 0.15 };
/** A third sentence must add so much. */
const WORTH_MORE = 0.2;

type Weights = ReadonlyMap<string, number>;
type Candidate = ChosenSentence & {
  readonly at: number;
  readonly terms: ReadonlySet<string>;
  readonly run: string;
};

/** The two documents that hold most of the question together, and the sentences that say it. */
export function chooseSentences(
  question: string,
  ranked: readonly RankedDocument[],
): readonly ChosenSentence[] {
  const weights = weightsOf(question, ranked);
  const kind = answerKind(question);
  const pair = choosePair(ranked.slice(0, CANDIDATES), weights);
  const pool = pair.flatMap(candidatesOf);
  const chosen: Candidate[] = [];
  const covered = new Set<string>();
  while (chosen.length < MOST) {
    const best = bestOf(pool, { weights, covered, chosen, pair, kind });
    if (best === null || (chosen.length >= 2 && best.worth < WORTH_MORE)) break;
    chosen.push(best.candidate);
    for (const term of best.candidate.terms) covered.add(term);
  }
  return chosen;
}

/** Rare words tell more; how rare, the documents at hand must show. */
export function weightsOf(question: string, ranked: readonly RankedDocument[]): Weights {
  const weights = new Map<string, number>();
  for (const term of terms(question)) {
    const found = ranked.filter(({ document }) => document.terms.has(term)).length;
    weights.set(term, Math.log(1 + (ranked.length - found + 0.5) / (found + 0.5)));
  }
  return weights;
}

function sumOf(weights: Weights, isIn: (term: string) => boolean): number {
  let sum = 0;
  let all = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (isIn(term)) sum += weight;
  }
  return all === 0 ? 0 : sum / all;
}

function choosePair(ranked: readonly RankedDocument[], weights: Weights): readonly ReadDocument[] {
  const top = Math.max(1e-9, ranked[0]?.score ?? 0);
  let best = { worth: -1, pair: ranked.slice(0, 1).map(({ document }) => document) };
  for (const [at, one] of ranked.entries()) {
    for (const other of ranked.slice(at + 1)) {
      const [left, right] = [one.document, other.document];
      const coverage = sumOf(weights, (term) => left.terms.has(term) || right.terms.has(term));
      const isLinked = mentions(left.textRun, right) || mentions(right.textRun, left);
      const worth = (one.score + other.score) / top + COVERAGE * coverage + (isLinked ? LINK : 0);
      if (worth > best.worth) best = { worth, pair: [left, right] };
    }
  }
  return best.pair;
}

function candidatesOf(document: ReadDocument): readonly Candidate[] {
  return statements(document).map(({ text, start, end }, at) => ({
    document,
    text,
    start,
    end,
    at,
    // A sentence about the document's subject seldom repeats its name.
    terms: new Set(terms(`${text} ${bareTitle(document.title)}`)),
    run: runOf(text),
  }));
}

type Choosing = {
  readonly weights: Weights;
  readonly covered: ReadonlySet<string>;
  readonly chosen: readonly Candidate[];
  readonly pair: readonly ReadDocument[];
  /** What the answer looks like; null when it can be anything. */
  readonly kind: RegExp | null;
};

function bestOf(pool: readonly Candidate[], choosing: Choosing) {
  let best: { readonly candidate: Candidate; readonly worth: number } | null = null;
  for (const candidate of pool) {
    if (choosing.chosen.includes(candidate)) continue;
    const worth = worthOf(candidate, choosing);
    if (best === null || worth > best.worth) best = { candidate, worth };
  }
  return best;
}

/** Words of the question that nothing chosen has yet count most. */
function worthOf(candidate: Candidate, { weights, covered, chosen, pair, kind }: Choosing): number {
  const { document, at, run, text, terms: own } = candidate;
  const fresh = sumOf(weights, (term) => own.has(term) && !covered.has(term));
  const again = sumOf(weights, (term) => own.has(term) && covered.has(term));
  const isLink = pair.some((other) => other !== document && mentions(run, other));
  const isNew = !chosen.some((other) => other.document === document);
  return (
    fresh +
    WORTH.again * again +
    (isLink ? WORTH.link : 0) +
    (at === 0 ? WORTH.first : 0) +
    (isNew ? WORTH.fresh : 0) +
    (chosen.length < 2 && kind?.test(text) === true ? WORTH.kind : 0)
  );
}
