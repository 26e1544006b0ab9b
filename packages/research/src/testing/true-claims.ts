import { seededRandom } from "@squire/testkit";

/** A sentence of a source, and one of a report that says the same in other words. */
export type TrueClaim = {
  readonly title: string;
  /** A paragraph around the quote. */
  readonly text: string;
  readonly quote: string;
  readonly sentence: string;
  /** The same sentence with one thing made wrong. */
  readonly wrong: { readonly number: string; readonly date: string; readonly name: string };
};

const FIRST = ["Ada", "Grace", "José", "Marie-Claire", "Søren", "Wangari", "Olga", "Bjørn"];
const LAST = ["Lindqvist", "O’Brien", "Nakamura", "van der Meer", "Okafor", "Müller", "Ivanova"];
const PLACES = ["Kesel", "New Harbour", "Saint-Loup", "Norrbrygga", "Port Vale", "Ålesund"];
const THINGS = ["lighthouse", "railway bridge", "observatory", "canal", "town library"];
const BODIES = ["Harbour Board", "Northern Railway Company", "Royal Society of Pilots", "NPSB"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** So many claims that hold, the same for the same seed. */
export function trueClaims(count: number, seed: number): readonly TrueClaim[] {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const one = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error("an empty list");
    return found;
  };
  return Array.from({ length: count }, () => {
    const name = `${one(FIRST)} ${one(LAST)}`;
    const place = one(PLACES);
    const thing = one(THINGS);
    const body = one(BODIES);
    const [day, month, year] = [1 + below(28), below(12), 1790 + below(230)];
    const metres = 12 + below(800);
    const cost = (20 + below(900)) * 1000 + 137;
    const millions = (1 + below(98)) / 10;
    const quote = one([
      `The ${thing} of ${place}, designed by ${name}, was opened on ${day} ${monthName(month)} ${year}; it is ${metres} metres long and cost ${grouped(cost)} crowns.`,
      `On ${monthName(month)} ${day}, ${year} the ${body} opened the ${thing} of ${place}. Its architect was ${name}; it measures ${metres} m and cost ${grouped(cost)} crowns.`,
      `${name} built the ${thing} at ${place} for the ${body} (opened ${year}-${two(month + 1)}-${two(day)}, ${metres} metres, ${grouped(cost)} crowns, ${millions} million visitors since).`,
    ]);
    const date = one([
      `${day} ${monthName(month)} ${year}`,
      `${monthName(month)} ${day}, ${year}`,
      `${monthName(month)} ${year}`,
      `${year}-${two(month + 1)}-${two(day)}`,
    ]);
    const money = one([
      grouped(cost),
      String(cost),
      `about ${grouped(Math.round(cost / 1000) * 1000)}`,
    ]);
    const make = (values: { readonly who: string; readonly when: string; readonly size: string }) =>
      ofList(below(3), [
        `The ${thing} of ${place} was designed by ${values.who} and opened in ${values.when}; it is ${values.size} metres long.`,
        `**${values.who}** is its architect: opened ${values.when}, ${values.size} metres, at a cost of ${money} crowns.`,
        `It cost ${money} crowns, measures ${values.size} m and has stood at ${place} since ${values.when}, a work of ${values.who}.`,
      ]);
    const right = { who: name, when: date, size: String(metres) };
    return {
      title: `${place} — a local history`,
      text: `Visitors come in summer. ${quote} The keeper keeps bees.`,
      quote,
      sentence: make(right),
      wrong: {
        number: make({ ...right, size: String(metres + 1) }),
        date: make({ ...right, when: date.replace(String(year), String(year + 3)) }),
        name: make({ ...right, who: `${one(FIRST)} Zetterberg` }),
      },
    };
  });
}

function ofList(at: number, list: readonly string[]): string {
  return list[at] ?? "";
}

function monthName(month: number): string {
  return MONTHS[month] ?? "";
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function grouped(n: number): string {
  return n.toLocaleString("en-US");
}
