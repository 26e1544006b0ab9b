const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const MONTH = `(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;

/** A date in a text; its parts are those that were written. */
export type DateIn = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
};

const SHAPES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<month>${MONTH})(?:,?\\s+(?<year>\\d{4}))?(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?<month>${MONTH})\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  new RegExp(`(?<![\\p{L}\\p{N}])(?<month>${MONTH}),?\\s+(?<year>\\d{4})(?![\\p{L}\\p{N}])`, "giu"),
  /(?<![\p{L}\p{N}-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?![\p{N}-])/giu,
];

/** Dates with a month in them; a year alone is a number like any other. */
export function datesIn(text: string): readonly DateIn[] {
  const found: DateIn[] = [];
  for (const shape of SHAPES) {
    for (const match of text.matchAll(shape)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const { year, month, day } = match.groups ?? {};
      found.push({
        text: match[0],
        start,
        end,
        year: year === undefined ? null : Number(year),
        month: month === undefined ? null : monthOf(month),
        day: day === undefined ? null : Number(day),
      });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** 1 to 12, from a name or a number. */
function monthOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const at = MONTHS.findIndex((name) => name.startsWith(text.slice(0, 3).toLowerCase()));
  return at === -1 ? null : at + 1;
}

/** The months that a text names, by name or inside of a date. */
export function monthsIn(text: string): ReadonlySet<number> {
  const named = [...text.matchAll(new RegExp(`(?<![\\p{L}])${MONTH}(?![\\p{L}])`, "giu"))].map(
    ([name]) => monthOf(name),
  );
  const dated = datesIn(text).map(({ month }) => month);
  const slashed = [...text.matchAll(/(?<!\d)(\d{1,2})[./](\d{1,2})[./]\d{2,4}/g)].flatMap(
    ([, one, other]) => [Number(one), Number(other)],
  );
  return new Set([...named, ...dated, ...slashed].filter((month) => month !== null));
}
