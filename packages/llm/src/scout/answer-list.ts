import { stem, terms, words } from "@squire/ranking";
import type { Ask, Part } from "./ask.ts";
import { isCounted, lastHeading } from "./counted.ts";
import { pathWeight } from "./file-ranking.ts";
import type { TermTable } from "./file-ranking.ts";
import type { Group } from "./groups.ts";
import { say } from "./phrases.ts";
import { tidy } from "./quote-lines.ts";
import { cutAtWord } from "./text.ts";

/** What stands above a list must speak of so much of the question, by weight. */
const ENOUGH = 0.7;
const MOST_ITEMS = 40;
const LONGEST = 160;

/** The list that a question asks for; null when none is about it. */
export function bestGroup(
  groups: readonly Group[],
  part: Part,
  ask: Ask,
  table: TermTable,
): Group | null {
  let best: { readonly group: Group; readonly score: number } | null = null;
  for (const group of groups) {
    // A list that is near enough to be shown is not near enough to be counted.
    if (part.kind === "count" && !isCounted(group, part, ask)) continue;
    const { coverage, score } = fitOf(group, part, ask, table);
    if (coverage >= ENOUGH && (best === null || score > best.score)) best = { group, score };
  }
  return best?.group ?? null;
}

function fitOf(group: Group, part: Part, ask: Ask, { weights }: TermTable) {
  const topic = ask.topic.map(stem);
  // What goes on with the part before must be about the same thing.
  const own = part.goesOn
    ? [...new Set([...part.terms, ...topic])]
    : part.terms.length > 0
      ? part.terms
      : topic;
  const name = new Set(words(group.name ?? "").map(stem));
  const above = new Set(terms(`${lastHeading(group.title)} ${group.head ?? ""}`));
  const around = new Set(words(`${group.title} ${group.path}`).map(stem));
  let score = 0;
  let covered = 0;
  let all = 0;
  let isMeant = !part.goesOn;
  for (const term of own) {
    const weight = weights.get(term) ?? 3;
    all += weight;
    const fit = name.has(term) ? 1.2 : above.has(term) ? 1 : around.has(term) ? 0.6 : 0;
    covered += Math.min(1, fit) * weight;
    score += fit * weight;
    if (fit > 0 && part.terms.includes(term)) isMeant = true;
  }
  // Of two names that fit, the shorter one says nothing else besides.
  const extra = (group.name === null ? above.size : name.size) - own.length;
  // What a comment speaks of need not be what it lists: the name says that.
  const isNamed = group.name === null || own.some((term) => name.has(term));
  const isShape = group.isType && !ASKS_TYPE.test(part.text);
  const size = Math.min(1, group.items.length / 4);
  const fit =
    pathWeight(group.path, ask) *
    (isNamed && !isShape ? 1 : 0.6) *
    (1 - 0.04 * Math.max(0, Math.min(10, extra))) *
    (0.7 + 0.3 * size);
  return { coverage: all === 0 || !isMeant ? 0 : covered / all, score: score * fit };
}

const ASKS_TYPE =
  /\b(?:fields?|members?|propert(?:y|ies)|types?|options?|arguments?|parameters?|kinds?|states?|variants?)\b/i;

export function placeOfGroup({ path, line }: Group): string {
  return `${path}:${line}`;
}

/** A list with the place of each of its items, or a table as it stands there. */
export function listLines(group: Group): readonly string[] {
  const { items, path, head } = group;
  const shown = items.slice(0, MOST_ITEMS);
  const place = placeOfGroup(group);
  const intro =
    group.name === null
      ? say("items", { count: items.length, title: lastHeading(group.title), place })
      : say("itemsOf", { count: items.length, name: group.name, place });
  const more = items.length > shown.length ? [`- … ${path}:${items[shown.length]?.n ?? 0}`] : [];
  return [
    intro,
    "",
    ...(head === null ? itemLines(shown, path) : tableLines(head, shown, path)),
    ...more,
    "",
  ];
}

function itemLines(items: Group["items"], path: string): readonly string[] {
  const code = !/\.(?:md|txt|rst|adoc)$/.test(path);
  return items.map(({ n, text }) => {
    const said = cutAtWord(tidy(text), LONGEST);
    return `- ${code ? `\`${said}\`` : said} — ${path}:${n}`;
  });
}

function tableLines(head: string, items: Group["items"], path: string): readonly string[] {
  const columns = head.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).length;
  const row = (text: string): string => (text.endsWith("|") ? text : `${text} |`);
  return [
    `${row(head)} |`,
    `${"|---".repeat(columns + 1)}|`,
    ...items.map(({ n, text }) => `${row(text)} ${path}:${n} |`),
  ];
}
