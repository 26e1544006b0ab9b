import { words } from "@squire/ranking";
import { hasUnspaced } from "../index/writer.ts";
import { dayNumber, momentOf } from "./dates.ts";
import type { Judged } from "./judge-pool.ts";
import { ROLES } from "./named-speakers.ts";
import type { PoolRow } from "./pool.ts";

/** A hit, and how many more say nearly the same. */
export type Kept = { readonly judged: Judged; readonly repeats: number };

/** Share of pairs of neighbouring words that two texts have in common: about nine words in ten, in the same order. */
const SAME = 0.8;
/** So many are looked at anyway, so that what repeats the last of few hits is counted, too. */
const LOOKED_AT = 60;
/** Scores that differ by less are the same. */
const TIE = 1e-9;
const NUMBER = /^\p{N}+$/u;
const NEGATIONS = new Set(["no", "not", "never", "none", "nor", "without", "cannot"]);
/** `don't` and its like are one word, without the apostrophe. */
const SHORTENED = /^(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|could|should|must)nt$/;

/**
 * The first `k` that say something of their own. What says nearly the same as a better hit only adds to its count, so
 * that a sentence that was said in many sessions takes one place. Of equals the newest stays.
 */
export function withoutRepeats(judged: readonly Judged[], k: number): readonly Kept[] {
  const kept: { readonly judged: Judged; repeats: number }[] = [];
  const seen = new SeenTexts();
  for (const [at, one] of newestFirst(judged).entries()) {
    if (kept.length >= k && at >= LOOKED_AT) break;
    // Of code the place is wanted: the same lines in another file are another place.
    const same = one.row.kind === "code" ? null : seen.find(one.row, kept.length);
    const before = same === null ? undefined : kept[same];
    if (before === undefined) kept.push({ judged: one, repeats: 0 });
    else before.repeats++;
  }
  return kept.slice(0, k);
}

/** Equal scores stand together already; among them the newest comes first. */
function newestFirst(judged: readonly Judged[]): readonly Judged[] {
  const days = new Map<Judged, number>();
  const dayOf = (one: Judged): number => {
    const known = days.get(one) ?? timeOf(one.row);
    days.set(one, known);
    return known;
  };
  return judged.toSorted((left, right) => {
    const ahead = right.score - left.score;
    return Math.abs(ahead) > TIE ? ahead : dayOf(right) - dayOf(left);
  });
}

function timeOf({ at, fileAt }: PoolRow): number {
  const moment = momentOf(at);
  if (moment !== null) return dayNumber(moment);
  if (fileAt === null) return 0;
  const day = new Date(fileAt);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1];
  // A part of a day decides between two of the same.
  return dayNumber({ year, month, day: day.getUTCDate() }) + (fileAt % 86_400_000) / 86_400_000;
}

type Said = {
  /** Who says it, and the numbers and negations in it: where these differ, something else is said. */
  readonly core: string;
  readonly text: string;
  readonly pairs: ReadonlySet<string>;
};

/** Texts by the pairs of words in them, so that one is compared only with those that have some in common. */
class SeenTexts {
  readonly #texts = new Map<number, Said>();
  readonly #byText = new Map<string, number>();
  readonly #byPair = new Map<string, number[]>();

  /** The place of one that says the same; null: it is the first of its kind, and is kept in mind for this place. */
  find(row: PoolRow, place: number): number | null {
    const said = saidBy(row);
    const same = this.#byText.get(said.text) ?? this.#nearest(said);
    if (same !== null) return same;
    this.#texts.set(place, said);
    this.#byText.set(said.text, place);
    for (const pair of said.pairs) {
      const places = this.#byPair.get(pair);
      if (places === undefined) this.#byPair.set(pair, [place]);
      else places.push(place);
    }
    return null;
  }

  #nearest({ core, pairs }: Said): number | null {
    const common = new Map<number, number>();
    for (const pair of pairs) {
      for (const place of this.#byPair.get(pair) ?? []) {
        common.set(place, (common.get(place) ?? 0) + 1);
      }
    }
    for (const [place, count] of common) {
      const other = this.#texts.get(place);
      if (other === undefined || other.core !== core) continue;
      if (count / (pairs.size + other.pairs.size - count) >= SAME) return place;
    }
    return null;
  }
}

function saidBy({ text, speaker }: PoolRow): Said {
  const all = wordsOf(text);
  // The assistant that quotes the user says the same; Ben who says what Ann said does not.
  const who = speaker === null || ROLES.has(speaker.toLowerCase()) ? "" : speaker;
  const telling = all.filter((word) => NUMBER.test(word) || isNegation(word));
  const core = [who, ...new Set(telling)].sort().join(" ");
  const pairs = new Set(all.slice(1).map((word, at) => `${all[at]} ${word}`));
  return { core, text: `${who}\n${all.length === 0 ? text : all.join(" ")}`, pairs };
}

const RUN = /[\p{L}\p{N}\p{M}_]+/gu;

/** To compare texts, not to find them: names stay whole, which is much faster. */
function wordsOf(text: string): readonly string[] {
  if (hasUnspaced(text)) return words(text);
  return text.toLowerCase().replace(/['’]/g, "").match(RUN) ?? [];
}

function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || SHORTENED.test(word);
}
