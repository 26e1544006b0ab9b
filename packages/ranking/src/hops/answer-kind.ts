const NUMBER =
  /\b\d[\d,.]*\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million)\b/i;
const DATE =
  /\b(?:1\d|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;

const KINDS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:many|much|long|old|far|large|high|tall|deep|big)\b|\b(?:population|number of)\b/i,
    NUMBER,
  ],
  [
    /\bwhen\b|\b(?:what|which) (?:year|date|day|month|decade|century)\b|\b(?:older|younger|earlier|later|first)\b/i,
    DATE,
  ],
];

/** What the answer to a question must have in it: a number, a date. Null when it can be anything. */
export function answerKind(question: string): RegExp | null {
  return KINDS.find(([asks]) => asks.test(question))?.[1] ?? null;
}
