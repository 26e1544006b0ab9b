import type { Ask } from "./ask.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { namePattern } from "./locate.ts";
import { countsIn, hasSkipped, isCut, pathsListed, totalIn } from "./outcomes.ts";
import { say } from "./phrases.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

/** Kinds of files by their names, and endings that are said without a dot. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["typescript", "ts"],
  ["javascript", "js"],
  ["markdown", "md"],
  ["python", "py"],
  ["rust", "rs"],
  ["text", "txt"],
  ..."ts tsx js jsx mjs md py rs txt go java c h cpp css html json toml yaml yml sh sql csv xml svg png pdf"
    .split(" ")
    .map((ending) => [ending, ending] as const),
]);
const SHOWN = 10;

/** Null: it tells nothing, and other answers are tried. */
type Counting = { readonly call: WantedCall; readonly tell: (text: string) => string | null };

/** What can be counted by a search alone: files, lines, uses of a name. Null for everything else. */
export function decideCount(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const [part] = ask.parts;
  if (part?.kind !== "count") return null;
  const counting = countUses(ask) ?? countLines(ask) ?? countTests(ask) ?? countFiles(ask);
  if (counting === null || !offered.has(counting.call.name)) return null;
  const done = turn.work.find((one) => isSame(one, counting.call));
  if (done === undefined)
    return look(say("looking", { words: wordsOf(counting.call) }), [counting.call]);
  const told = done.failed ? say("nothing") : counting.tell(done.text);
  return told === null ? null : answer(told);
}

function wordsOf({ args }: WantedCall): string {
  return String(args["pattern"]);
}

function isSame(one: Work, { name, args }: WantedCall): boolean {
  return (
    one.name === name &&
    argOf(one, "pattern") === args["pattern"] &&
    argOf(one, "path") === (args["path"] ?? "")
  );
}

/** A name that is a plain word, where the question has nothing else: “how many times is stem used”. */
const USES_OF_WORD =
  /\bhow many times (?:is|are|was|were) (?:the (?:word|name|term|function|method|class|type|constant|variable) )?(?!(?:it|this|that|these|those|they|the|an?|he|she|we|you|i)\b)([A-Za-z_$][\w$]*)(?:\(\))? (?:used|called|mentioned|imported)(?: (?:here|in total|in (?:the|this) (?:code|codebase|project|repo|repository|folder)|in \S+))?[\s?.!]*$/i;

function countUses({ text, names, paths }: Ask): Counting | null {
  const quoted =
    names[0] ?? /["“]([^"”]+)["”]/.exec(text)?.[1] ?? USES_OF_WORD.exec(text.trim())?.[1];
  if (
    quoted === undefined ||
    !/\b(?:times|often|places|occurrences?|used|called|mentioned|uses|calls)\b/i.test(text)
  )
    return null;
  const pattern = namePattern(quoted);
  const [path] = paths;
  const within = path === undefined ? {} : { path };
  return {
    call: { name: "grep", args: { pattern, output: "count", limit: 1000, ...within } },
    tell: (found) => {
      return countRows(found, quoted) ?? noUse(quoted, found);
    },
  };
}

/** The files with most of it; null when none has it. */
function countRows(found: string, pattern: string): string | null {
  const counts = [...countsIn(found)].sort(([, left], [, right]) => right - left);
  const count = counts.reduce((sum, [, one]) => sum + one, 0);
  if (count === 0) return null;
  const rows = counts.slice(0, SHOWN).map(([path, one]) => `| ${path} | ${one} |`);
  const head = headFor(found, { count, pattern, files: counts.length });
  return [head, "", "| file | matches |", "|---|---|", ...rows].join("\n");
}

const TESTS =
  /\bhow many (?:unit )?tests(?: (?:are|do (?:we|you|i) have|does (?:it|this (?:project|repo|repository)) have|exist))?(?: there)?(?: (?:in total|here|in (?:the|this) (?:code|codebase|project|repo|repository)))?[\s?.!]*$/i;
/** How a test begins in the languages that are common; a test that is made in a loop is one line. */
const TEST_STARTS = String.raw`^\s*(?:(?:test|it)(?:\.\w+)*\(|(?:async )?def test_|func Test[A-Z]|#\[(?:\w+::)?test\]|@Test\b)`;
const TEST_WORDS = "`test(`, `it(`, `def test_`, `func Test`, `#[test]` or `@Test`";

/** The lines with which tests begin: that much can be counted without running them. */
function countTests({ text }: Ask): Counting | null {
  if (!TESTS.test(text.trim())) return null;
  return {
    call: { name: "grep", args: { pattern: TEST_STARTS, output: "count", limit: 1000 } },
    tell: (found) => countRows(found, TEST_WORDS),
  };
}

export function headFor(found: string, slots: Readonly<Record<string, string | number>>): string {
  if (isCut(found)) return say("countMatchesLeast", slots);
  return hasSkipped(found) ? say("countMatchesSeen", slots) : say("countMatches", slots);
}

/** What could not be read may have it. */
export function noUse(words: string, found: string): string {
  return `${say("nothing")} ${say(hasSkipped(found) ? "searched" : "absent", { words })}`;
}

function countLines({ text, paths }: Ask): Counting | null {
  const [path] = paths;
  if (path === undefined || !/\blines\b/i.test(text)) return null;
  return {
    call: { name: "grep", args: { pattern: "^", path, output: "count" } },
    tell: (found) => {
      const [count] = countsIn(found).values();
      return count === undefined ? say("nothing") : say("countLines", { path, count });
    },
  };
}

const PLACE = String.raw`(?:in|under|below|inside|within)\s+(?:the\s+)?(?:folder\s+)?`;
/** All of a question about files: words that are not understood here would make the count a wrong one. */
const FILES = new RegExp(
  String.raw`\bhow many (?:(?:of the|of)\s+)?(?:\x60?([\w.+-]+)\x60? )?(?:source )?files` +
    String.raw`(?:\s+(?:are|do (?:we|you|i) have|does (?:it|this (?:project|repo|repository|folder)) have|exist))?(?:\s+there)?` +
    String.raw`(?:\s+(?:in total|here|${PLACE}(?:(?:this|our|my|whole|entire)\s+)*(?:project|repo|repository|codebase|workspace|folder|directory)|${PLACE}\x60?([\w.@/-]+)\x60?))?` +
    String.raw`(?:\s+in total)?\s*[?.!]*$`,
  "i",
);

function countFiles({ text, paths }: Ask): Counting | null {
  const found = FILES.exec(text.trim());
  const ending = found === null ? null : endingOf(found[1] ?? "");
  if (found === null || ending === null) return null;
  const named = found[2]?.replace(/[.?!]+$/, "");
  // A word alone may be anything; with a slash it is a path.
  if (named !== undefined && !named.includes("/") && !paths.includes(named)) return null;
  const within = named?.replace(/^\.\//, "").replace(/\/+$/, "") ?? "";
  const pattern = `${within === "" ? "" : `${within}/`}**/*${ending}`;
  return {
    call: { name: "glob", args: { pattern, limit: SHOWN } },
    tell: (listed) => {
      const shown = pathsListed(listed);
      const count = totalIn(listed) ?? shown.length;
      const rows = shown.slice(0, SHOWN).map((path) => `- ${path}`);
      return [say("countFiles", { count, pattern }), "", ...rows].join("\n").trim();
    },
  };
}

/** Null: the word is no kind of file that is known by its name. */
export function endingOf(word: string): string | null {
  const kind = word.toLowerCase();
  if (kind === "" || /^(?:the|all|different)$/.test(kind)) return "";
  if (/^(?:tests?|specs?)$/.test(kind)) return "{.test.,.spec.,_test.}*";
  if (/^\.[\w.+-]+$/.test(kind)) return kind;
  const ending = ENDINGS.get(kind);
  return ending === undefined ? null : `.${ending}`;
}
