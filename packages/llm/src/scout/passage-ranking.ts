import { stem, terms, words } from "@squire/ranking";
import type { Ask, Kind, Part } from "./ask.ts";
import { aspectsOf } from "./aspects.ts";
import { codePassages } from "./code-passages.ts";
import { pathWeight } from "./file-ranking.ts";
import type { TermTable } from "./file-ranking.ts";
import { nearFit } from "./near-places.ts";
import type { SourceFile } from "./source-file.ts";
import { isProse } from "./passage.ts";
import type { Passage } from "./passage.ts";
import { prosePassages } from "./prose-passages.ts";

export type Scored = {
  readonly passage: Passage;
  readonly score: number;
  /** How much of the question it speaks of, by weight: 0 to 1. */
  readonly coverage: number;
};

const FITS: Readonly<Record<Kind, Readonly<Record<Passage["kind"], number>>>> = {
  find: {
    definition: 1.5,
    constant: 1.1,
    member: 0.7,
    comment: 0.8,
    sentence: 0.7,
    item: 0.6,
    row: 0.6,
    heading: 0.4,
  },
  explain: {
    definition: 1.1,
    constant: 0.9,
    member: 0.9,
    comment: 1,
    sentence: 1.15,
    item: 1.05,
    row: 1,
    heading: 0.25,
  },
  list: {
    definition: 1,
    constant: 1.2,
    member: 0.8,
    comment: 0.6,
    sentence: 0.9,
    item: 1,
    row: 1.1,
    heading: 0.8,
  },
  count: {
    definition: 0.8,
    constant: 1,
    member: 0.8,
    comment: 0.8,
    sentence: 1.2,
    item: 1.1,
    row: 1.1,
    heading: 0.3,
  },
  compare: {
    definition: 1.2,
    constant: 0.8,
    member: 0.8,
    comment: 1,
    sentence: 1.1,
    item: 1.1,
    row: 1.1,
    heading: 0.3,
  },
  when: {
    definition: 0.5,
    constant: 0.6,
    member: 0.6,
    comment: 1,
    sentence: 1.2,
    item: 1.1,
    row: 1.1,
    heading: 0.6,
  },
  summarise: {
    definition: 0.9,
    constant: 0.6,
    member: 0.6,
    comment: 0.9,
    sentence: 1.2,
    item: 1,
    row: 0.8,
    heading: 0.5,
  },
  help: {
    definition: 1,
    constant: 1,
    member: 1,
    comment: 1,
    sentence: 1,
    item: 1,
    row: 1,
    heading: 1,
  },
};

export function passagesOf(file: SourceFile): readonly Passage[] {
  return isProse(file.path) ? prosePassages(file) : codePassages(file);
}

/** What of the files fits a question best. Same input, same order. */
export function rankPassages(
  passages: readonly Passage[],
  part: Part,
  ask: Ask,
  table: TermTable,
): readonly Scored[] {
  const wanted = wantedTerms(part, ask, table);
  const fileScore = new Map(table.files.map(({ path, score }) => [path, score]));
  const top = Math.max(1e-9, table.files[0]?.score ?? 1);
  const scored = passages.map((passage): Scored => {
    const { score, coverage } = overlap(passage, wanted);
    const file = 0.6 + 0.4 * Math.min(1, (fileScore.get(passage.path) ?? top / 2) / top);
    // What goes on names little else than what it wants to know.
    const aspect = aspectFit(passage, part) ** (part.goesOn ? 1.5 : 1);
    // Numbers are what a question for limits means, whatever they are called.
    const meant =
      part.goesOn && aspect > 1 && coverage > 0 ? coverage + 0.7 * (1 - coverage) : coverage;
    const fit =
      FITS[part.kind][passage.kind] *
      pathWeight(passage.path, ask) *
      aspect *
      nearFit(passage, table.near) *
      (table.named.has(passage.path) ? NAMED : 1) *
      toldFit(passage, part) *
      proseFit(passage, part) *
      definesFit(passage, part, wanted);
    return { passage, coverage: meant, score: score * (0.2 + 0.8 * meant) * fit * file };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || before(left.passage, right.passage));
}

function before(left: Passage, right: Passage): number {
  return left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1;
}

/** Stems with their weights; a part that goes on speaks of the whole topic, too. */
function wantedTerms(part: Part, ask: Ask, { weights }: TermTable): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  const own = part.terms.length > 0 ? part.terms : ask.topic.map(stem);
  for (const term of own) wanted.set(term, weights.get(term) ?? 3);
  if (part.goesOn) {
    for (const word of ask.topic) {
      const term = stem(word);
      if (!wanted.has(term)) wanted.set(term, 0.5 * (weights.get(term) ?? 3));
    }
  }
  return wanted;
}

const USUAL_LENGTH = 14;
/** Whoever names a file wants to hear of it. */
const NAMED = 3;

function overlap(passage: Passage, wanted: ReadonlyMap<string, number>) {
  const { quote, about, name = "", title, owner = "", path, body = "" } = passage;
  const own = countOf(terms(`${headOf(quote)} ${about?.text ?? ""}`));
  const named = new Set(words(name).map(stem));
  const around = new Set(words(`${title} ${owner} ${path} ${quote} ${body}`).map(stem));
  const norm = 0.7 + 0.3 * Math.min(3, own.size / USUAL_LENGTH);
  let score = 0;
  let covered = 0;
  let all = 0;
  for (const [term, weight] of wanted) {
    const count = own.counts.get(term) ?? 0;
    all += weight;
    score += (weight * 2 * count) / (count + norm) + (named.has(term) ? 0.9 * weight : 0);
    if (count === 0 && around.has(term)) score += 0.6 * weight;
    covered += count > 0 || named.has(term) ? weight : around.has(term) ? 0.75 * weight : 0;
  }
  return { score, coverage: all === 0 ? 0 : covered / all };
}

/** What stands further below in a long piece of code counts as its surroundings. */
function headOf(quote: string): string {
  return quote.split("\n", 4).join("\n");
}

function countOf(found: readonly string[]) {
  const counts = new Map<string, number>();
  for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, size: found.length };
}

/** A question for limits is answered by numbers, one for a date by a date. */
function aspectFit(passage: Passage, part: Part): number {
  const aspect = aspectsOf(part);
  if (aspect === null) return 1;
  const said = `${passage.quote} ${passage.about?.text ?? ""} ${passage.name ?? ""}`;
  return aspect.test(said) ? aspect.factor : 1;
}

/** Whoever wants to know how something works is helped by what its author says of it. */
function toldFit({ kind, about }: Passage, part: Part): number {
  if (part.kind === "find" || (kind !== "definition" && kind !== "constant")) return 1;
  return about === undefined ? 0.75 : 1.25;
}

const ASKS_WAY =
  /^how (?:do|can|should|would|must) (?:i|you|we|one)\b|^how to\b|\bsays?\b|^what happens\b|^why\b/i;

/** Whoever asks how to do something, or why, is answered by a text rather than by code. */
function proseFit({ path }: Passage, part: Part): number {
  return ASKS_WAY.test(part.text) && isProse(path) ? 1.6 : 1;
}

const ASKS_MEANING = /^(?:what|who)(?:'s| is| are| was| were)\b|\b(?:mean(?:s|ing)?|says?)\b/i;

/** The row, item or sentence that begins with a name says what it is. */
function definesFit(
  { kind, quote, path }: Passage,
  part: Part,
  wanted: ReadonlyMap<string, number>,
): number {
  const said = terms(subjectOf(kind, quote));
  if (said.length === 0 || said.length > wanted.size + 1) return 1;
  if (!said.some((term) => wanted.has(term))) return 1;
  if (!said.every((term) => wanted.has(term))) return 1.3;
  if (part.kind !== "compare" && !ASKS_MEANING.test(part.text)) return 1.6;
  return /glossar|terminology/i.test(path) ? 4.5 : 3;
}

/** What a row, an item or a sentence is about, by how it begins. */
function subjectOf(kind: Passage["kind"], quote: string): string {
  if (kind === "row") return quote.replace(/^\|/, "").split("|", 1)[0] ?? "";
  if (kind !== "item" && kind !== "sentence") return "";
  const bold = /^(?:[-*+•]\s+)?\*\*([^*]{1,60})\*\*/.exec(quote)?.[1];
  if (bold !== undefined) return bold;
  return /^[^:—–.]{1,60}?(?=[:—–]| is\b| are\b| was\b| were\b| means\b)/.exec(quote)?.[0] ?? "";
}
