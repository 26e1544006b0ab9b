/** What is said of a day: any part may be missing, the month counts from 1. */
export type PartialDate = {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
};

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
/** `May` alone is too often a verb: a month needs a capital, a day or a year. */
const NAMED =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? )?(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?(?: (\d{1,2})(?:st|nd|rd|th)?\b(?!:))?(?:,? ((?:19|20)\d\d)\b)?/g;
const ISO = /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b/g;
const YEAR = /\b((?:19|20)\d\d)\b/g;

/** The days, months and years that a text speaks of. */
export function datesIn(text: string): readonly PartialDate[] {
  const found: PartialDate[] = [];
  for (const [, year, month, day] of text.matchAll(ISO)) found.push(dateOf(year, month, day));
  const named = text.replace(ISO, " ");
  for (const [, before, name = "", after, year] of named.matchAll(NAMED)) {
    const month = MONTHS.findIndex((full) => full.startsWith(name.slice(0, 3).toLowerCase())) + 1;
    found.push(dateOf(year, String(month), before ?? after));
  }
  const rest = named.replace(NAMED, " ");
  for (const [, year] of rest.matchAll(YEAR)) found.push({ year: Number(year) });
  return found;
}

function dateOf(year?: string, month?: string, day?: string): PartialDate {
  return {
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(month === undefined ? {} : { month: Number(month) }),
    ...(day === undefined ? {} : { day: Number(day) }),
  };
}

/** How well a moment fits what was asked for: 0 not at all, 1 in every part. */
export function fits(asked: PartialDate, at: PartialDate): number {
  let matched = 0;
  let parts = 0;
  for (const part of ["year", "month", "day"] as const) {
    if (asked[part] === undefined) continue;
    parts++;
    if (asked[part] === at[part]) matched++;
    else if (at[part] !== undefined && part !== "day") return 0;
  }
  return parts === 0 ? 0 : matched / parts;
}

/** The moment of a chunk, however it was written down. */
export function momentOf(at: string | null): PartialDate | null {
  return at === null ? null : (datesIn(at)[0] ?? null);
}

/** For comparing moments; 0 when nothing is known. */
export function dayNumber({ year = 0, month = 0, day = 0 }: PartialDate): number {
  return year * 372 + month * 31 + day;
}
