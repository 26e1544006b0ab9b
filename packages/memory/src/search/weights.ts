/**
 * What a place in the ranking is made of. The weights were fitted on half of LoCoMo, each conversation by the others, and
 * rounded; the ablation is in docs/memory.md. Words and meaning are shares of what is possible, so they do not depend on
 * how large the index is.
 */
export const WEIGHTS = {
  /** BM25 of the piece. */
  words: 6,
  /** Cosine of the piece. */
  meaning: 5,
  /** BM25 of the piece before, after, and the one before that. */
  wordsBefore: 1.3,
  wordsAfter: 1.1,
  wordsTwoBefore: 2.2,
  /** Cosine of the pieces around. */
  meaningBefore: 0.6,
  meaningAfter: 1.3,
  /** What answers a question is about what the question is about. */
  wordsAsked: 2,
  meaningAsked: 1.3,
  /** BM25 of the whole session or document, as a share of the best. */
  sourceWords: 3,
  /** Mean cosine of its three nearest pieces. */
  sourceMeaning: 2,
  /** Said by whom the question names; by somebody else while it names a speaker. */
  speaker: 1.1,
  otherSpeaker: -1.1,
  /** Something long says more; a question says less. */
  length: 2,
  question: -0.65,
  /** Words of time for "when", numbers for "how many". */
  time: 2.1,
  number: 0.4,
  /** Said in the month or on the day that is asked for. */
  date: 1,
  /** The newest of what was found, when the latest is asked for. */
  latest: 0.8,
  /** BM25 of what the best hits have in common. */
  feedback: 7,
} as const;

export type Feature = keyof typeof WEIGHTS;
export const FEATURES = Object.keys(WEIGHTS) as readonly Feature[];
