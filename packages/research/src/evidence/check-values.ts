import { datesIn, monthsIn } from "./dates.ts";
import type { DateIn } from "./dates.ts";
import { hasName, namesIn } from "./names.ts";
import { isAmong, numbersIn, numbersOf } from "./numbers.ts";

/** What a sentence rests on. */
export type Grounds = {
  readonly quotes: readonly string[];
  /** Titles and addresses of their sources: they may bring in names, and nothing else. */
  readonly titles: readonly string[];
};

/**
 * The numbers, dates and names of a sentence that do not occur in what it cites, as they are written in it. Empty
 * when all of them do. A pure comparison of words: it cannot tell whether the sentence is true.
 */
export function unbackedValues(sentence: string, { quotes, titles }: Grounds): readonly string[] {
  const quoted = quotes.join("\n");
  const numbers = numbersOf(quoted);
  const months = monthsIn(quoted);
  const dates = datesIn(sentence);
  const isDated = (at: number): boolean => dates.some(({ start, end }) => start <= at && at < end);
  const named = [quoted, ...titles].join("\n");
  const found = [
    ...dates
      .filter((date) => !hasDate(date, numbers, months))
      .map(({ text, start }) => ({ text, start })),
    ...numbersIn(sentence).filter(
      (number) =>
        !isDated(number.start) && !isListNumber(sentence, number) && !isAmong(number, numbers),
    ),
    ...namesIn(sentence).filter(({ text, start }) => !isDated(start) && !hasName(named, text)),
  ];
  const texts = found.sort((one, other) => one.start - other.start).map(({ text }) => text);
  return [...new Set(texts)];
}

/** Every part that was written must stand in the quote, in whatever form the date has there. */
function hasDate(
  { year, month, day }: DateIn,
  numbers: readonly number[],
  months: ReadonlySet<number>,
): boolean {
  const has = (part: number | null): boolean => part === null || numbers.includes(part);
  return has(year) && has(day) && (month === null || months.has(month));
}

function isListNumber(
  sentence: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  return sentence.slice(0, start).trim() === "" && /^[.)]\s/.test(sentence.slice(end));
}
