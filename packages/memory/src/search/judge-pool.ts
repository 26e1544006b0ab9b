import { dayNumber, fits, momentOf } from "./dates.ts";
import type { ParsedQuery } from "./parse-query.ts";
import type { PoolRow } from "./pool.ts";
import type { Feature } from "./weights.ts";
import { WEIGHTS } from "./weights.ts";
import type { WordList } from "./word-lists.ts";

/** All that is known about a question and the pieces that may answer it. */
export type Evidence = {
  readonly query: ParsedQuery;
  /** Speakers that the question names, in lower case. */
  readonly named: ReadonlySet<string>;
  readonly rows: readonly PoolRow[];
  readonly words: WordList;
  readonly meaning: ReadonlyMap<number, number>;
  /** By source. */
  readonly sources: WordList;
};

export type Judged = { readonly row: PoolRow; readonly score: number };

const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|months?|years?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|summer|winter|spring|autumn|weekend|recently|since|morning|evening|night|(?:19|20)\d\d)\b/i;
const NUMBER =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|couple|few|once|twice|several|many)\b/i;
/** From here on a longer one says no more. */
const LONG = 40;
const NEAREST = 3;

/** Every piece with its score, best first. `without` leaves features out, to see what they are worth. */
export function judgePool(evidence: Evidence, without: ReadonlySet<Feature>): readonly Judged[] {
  const around = neighbours(evidence.rows);
  const inSource = sourceMeaning(evidence);
  const newest = newestOf(evidence);
  // What people say is understood by what was said around it; a document speaks for itself.
  const inTalk = (row: PoolRow): Features => ({
    ...ofSource(evidence, row, inSource),
    ...nearby(evidence, row, around),
    ...spoken(evidence, row),
  });
  const judged = evidence.rows.map((row): Judged => {
    const features = {
      ...own(evidence, row),
      ...(row.speaker === null ? {} : inTalk(row)),
      ...moment(evidence, row, newest),
    };
    return { row, score: weigh(features, without) };
  });
  return bestFirst(judged);
}

/** The same with what the best of them have in common, which is known only when they are. */
export function withFeedback(
  judged: readonly Judged[],
  feedback: WordList,
  without: ReadonlySet<Feature>,
): readonly Judged[] {
  const again = judged.map(({ row, score }) => ({
    row,
    score: score + weigh({ feedback: feedback.get(row.id) ?? 0 }, without),
  }));
  return bestFirst(again);
}

function bestFirst(judged: Judged[]): readonly Judged[] {
  return judged.sort((left, right) => right.score - left.score || left.row.id - right.row.id);
}

type Features = Partial<Record<Feature, number>>;

function weigh(features: Features, without: ReadonlySet<Feature>): number {
  let score = 0;
  for (const [name, value] of Object.entries(features) as [Feature, number][]) {
    if (!without.has(name)) score += WEIGHTS[name] * value;
  }
  return score;
}

function own({ words: list, meaning }: Evidence, { id }: PoolRow): Features {
  return { words: list.get(id) ?? 0, meaning: meaning.get(id) ?? 0 };
}

type Around = (row: PoolRow, distance: number) => PoolRow | undefined;

function neighbours(rows: readonly PoolRow[]): Around {
  const byPlace = new Map(rows.map((row) => [`${row.seq} ${row.path}`, row]));
  return (row, distance) => byPlace.get(`${row.seq + distance} ${row.path}`);
}

function nearby({ words: list, meaning }: Evidence, row: PoolRow, around: Around): Features {
  const wordsAt = (distance: number): number => list.get(around(row, distance)?.id ?? -1) ?? 0;
  const meaningAt = (distance: number): number => meaning.get(around(row, distance)?.id ?? -1) ?? 0;
  const isAnswer = around(row, -1)?.text.includes("?") === true;
  return {
    wordsBefore: wordsAt(-1),
    wordsAfter: wordsAt(1),
    wordsTwoBefore: wordsAt(-2),
    meaningBefore: meaningAt(-1),
    meaningAfter: meaningAt(1),
    ...(isAnswer ? { wordsAsked: wordsAt(-1), meaningAsked: meaningAt(-1) } : {}),
  };
}

function ofSource(
  { sources }: Evidence,
  { fileId }: PoolRow,
  inSource: ReadonlyMap<number, number>,
): Features {
  return { sourceWords: sources.get(fileId) ?? 0, sourceMeaning: inSource.get(fileId) ?? 0 };
}

function sourceMeaning({ rows, meaning }: Evidence): ReadonlyMap<number, number> {
  const bySource = new Map<number, number[]>();
  for (const { id, fileId } of rows) {
    const list = bySource.get(fileId) ?? [];
    list.push(meaning.get(id) ?? 0);
    bySource.set(fileId, list);
  }
  const means = [...bySource].map(([fileId, list]) => {
    const nearest = list.sort((left, right) => right - left).slice(0, NEAREST);
    return [fileId, nearest.reduce((sum, value) => sum + value, 0) / nearest.length] as const;
  });
  return new Map(means);
}

function spoken({ query, named }: Evidence, { text, speaker }: PoolRow): Features {
  const isNamed = named.has((speaker ?? "").toLowerCase());
  return {
    speaker: isNamed ? 1 : 0,
    otherSpeaker: named.size > 0 && !isNamed ? 1 : 0,
    length: Math.min(1, text.slice(0, 400).split(" ").length / LONG),
    question: /\?\s*$/.test(text) ? 1 : 0,
    time: query.asksWhen && TIME.test(text) ? 1 : 0,
    number: query.asksHowMany && NUMBER.test(text) ? 1 : 0,
  };
}

function moment({ query }: Evidence, row: PoolRow, newest: ReadonlyMap<number, number>): Features {
  const latest = newest.get(row.id) ?? 0;
  const at = query.dates.length === 0 ? null : momentOf(row.at);
  if (at === null) return { latest };
  return { latest, date: Math.max(...query.dates.map((asked) => fits(asked, at))) };
}

/** From 0 for the oldest to 1 for the newest, when that is what is asked for. */
function newestOf({ query, rows }: Evidence): ReadonlyMap<number, number> {
  if (!query.asksLatest) return new Map();
  const days = rows.flatMap((row) => {
    const at = momentOf(row.at);
    return at === null ? [] : [[row.id, dayNumber(at)] as const];
  });
  const all = days.map(([, day]) => day);
  const [first, last] = [Math.min(...all), Math.max(...all)];
  if (first === last) return new Map();
  return new Map(days.map(([id, day]) => [id, (day - first) / (last - first)]));
}
