import type { Ask } from "./ask.ts";
import { look } from "./decision.ts";
import { definingPaths, definitionSearch } from "./definition-search.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { ANY_FILE, isCount, termTable } from "./file-ranking.ts";
import type { TermTable } from "./file-ranking.ts";
import { headedPaths, headingSearch } from "./headings.ts";
import { namedPaths, searchesForPaths } from "./named-paths.ts";
import { nearPaths, nearSearch, readAround } from "./near-places.ts";
import { filesSeen, matchesIn } from "./outcomes.ts";
import { pairedPaths, pairSearch } from "./pair-search.ts";
import { say } from "./phrases.ts";
import { termPattern } from "./term-pattern.ts";
import { escapePattern } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

export const MOST_STEPS = 8;
const MOST_WORDS = 7;
const MOST_NAMES = 3;
const MOST_READ = 6;
/** A file that fits so much worse than the best is not read. */
const WORTH_READING = 0.22;

type Offered = ReadonlySet<string>;

/** The next look at the workspace; null when enough was seen, or nothing more can be. */
export function nextLook(ask: Ask, turn: Turn, offered: Offered): Decision | null {
  if (turn.steps >= MOST_STEPS - 1) return null;
  const { work } = turn;
  const first = firstLook(ask, work, offered);
  if (first !== null) return first;
  const named = searchesForPaths(ask, work, offered);
  if (named.length > 0) return look(say("looking", { words: list(ask.paths) }), named);
  const table = termTable(ask, work);
  return readBest(ask, work, table, offered) ?? fillGaps(ask, work, offered);
}

function firstLook(ask: Ask, work: readonly Work[], offered: Offered): Decision | null {
  const near = nearSearch(ask, work, offered);
  const calls: WantedCall[] = near === null ? [] : [near];
  if (offered.has("read")) {
    for (const path of ask.paths.slice(0, MOST_NAMES)) {
      if (!work.some((one) => one.name === "read" && argOf(one, "path") === path)) {
        calls.push({ name: "read", args: { path } });
      }
    }
  }
  if (!offered.has("grep"))
    return calls.length > 0 ? look(say("reading", { paths: list(ask.paths) }), calls) : null;
  for (const name of ask.names.slice(0, MOST_NAMES)) {
    const pattern = namePattern(name);
    if (!work.some((one) => one.name === "grep" && argOf(one, "pattern") === pattern)) {
      calls.push({ name: "grep", args: { pattern, limit: 80 } });
    }
  }
  const words = ask.topic.slice(0, MOST_WORDS);
  for (const word of words) {
    if (!work.some((one) => isCount(one, word, ask))) {
      calls.push({
        name: "grep",
        args: {
          pattern: termPattern(word, ask.text),
          ignoreCase: true,
          output: "count",
          limit: 1000,
        },
      });
    }
  }
  for (const search of [headingSearch(ask), definitionSearch(ask)]) {
    if (search !== null && !isDone(search, work)) calls.push(search);
  }
  if (offered.has("glob") && calls.length > 0 && !work.some(({ name }) => name === "glob")) {
    calls.push({ name: "glob", args: { pattern: ANY_FILE, limit: 1 } });
  }
  return calls.length === 0 ? null : look(say("looking", { words: list(words) }), calls);
}

function isDone({ name, args }: WantedCall, work: readonly Work[]): boolean {
  return work.some((one) => one.name === name && argOf(one, "pattern") === args["pattern"]);
}

export function namePattern(name: string): string {
  const escaped = escapePattern(name);
  return `${/^\w/.test(name) ? String.raw`\b` : ""}${escaped}${/\w$/.test(name) ? String.raw`\b` : ""}`;
}

/** The files that fit best, whole, and lines elsewhere that hold several of the words together. */
function readBest(
  ask: Ask,
  work: readonly Work[],
  table: TermTable,
  offered: Offered,
): Decision | null {
  const pairs = offered.has("grep") ? pairSearch(ask, table) : null;
  const calls: WantedCall[] = pairs === null || isDone(pairs, work) ? [] : [pairs];
  const read = new Set(work.filter(({ name }) => name === "read").map((one) => argOf(one, "path")));
  const paths = offered.has("read")
    ? bestPaths(ask, work, table).filter((path) => !read.has(path))
    : [];
  calls.push(...paths.map((path) => ({ name: "read", args: { path } })));
  if (calls.length === 0) return null;
  const aside =
    paths.length === 0
      ? say("looking", { words: list(ask.topic) })
      : say("reading", { paths: list(paths) });
  return look(aside, calls);
}

function bestPaths(ask: Ask, work: readonly Work[], table: TermTable): readonly string[] {
  const [best] = table.files;
  const worth = table.files.filter(({ score }) => score >= WORTH_READING * (best?.score ?? 0));
  const missing = namedPaths(ask, work).filter((path) => !ask.paths.includes(path));
  const first = [
    ...missing,
    ...definers(ask, work),
    ...headedPaths(ask, work, table),
    ...definingPaths(ask, work, table),
  ];
  const ranked = new Set([...first, ...worth.slice(0, MOST_READ).map(({ path }) => path)]);
  const chosen = [...ranked].slice(0, MOST_READ + 3);
  return [...new Set([...chosen, ...nearPaths(work), ...pairedPaths(ask, work, table)])];
}

/** Files in which a name that was asked for is defined. */
function definers(ask: Ask, work: readonly Work[]): readonly string[] {
  const patterns = new Set(ask.names.map(namePattern));
  return work
    .filter((one) => one.name === "grep" && patterns.has(argOf(one, "pattern")))
    .flatMap(({ text }) => matchesIn(text))
    .filter(({ text }) =>
      /\b(?:function|class|interface|type|enum|struct|trait|def|fn|func|const)\s+\w/.test(text),
    )
    .map(({ path }) => path)
    .slice(0, 2);
}

/** Of a file that was too long to be read whole, the parts that speak of the question. */
function fillGaps(ask: Ask, work: readonly Work[], offered: Offered): Decision | null {
  if (!offered.has("grep") || ask.topic.length === 0) return null;
  const pattern = ask.topic
    .slice(0, MOST_WORDS)
    .map((word) => termPattern(word, ask.text))
    .join("|");
  const asked = (path: string): boolean =>
    work.some(
      (one) =>
        one.name === "grep" && argOf(one, "path") === path && argOf(one, "pattern") === pattern,
    );
  const cut = filesSeen(work.filter(({ name }) => name === "read"))
    .filter(({ lines }) => lines.some(({ n }, at) => at > 0 && n !== (lines[at - 1]?.n ?? 0) + 1))
    .map(({ path }) => path)
    .filter((path) => !asked(path))
    .slice(0, 3);
  const around = offered.has("read") ? readAround(work) : [];
  if (cut.length + around.length === 0) return null;
  const calls = cut.map((path) => ({
    name: "grep",
    args: { pattern, path, ignoreCase: true, context: 6, limit: 60 },
  }));
  const paths = [...new Set([...cut, ...around.map(({ args }) => String(args["path"]))])];
  return look(say("reading", { paths: list(paths) }), [...calls, ...around]);
}

export function list(words: readonly string[]): string {
  return words.join(", ");
}
