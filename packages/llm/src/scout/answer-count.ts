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

type Counting = { readonly call: WantedCall; readonly tell: (text: string) => string };

/** What can be counted by a search alone: files, lines, uses of a name. Null for everything else. */
export function decideCount(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const [part] = ask.parts;
  if (part?.kind !== "count") return null;
  const counting = countUses(ask) ?? countLines(ask) ?? countFiles(ask);
  if (counting === null || !offered.has(counting.call.name)) return null;
  const done = turn.work.find((one) => isSame(one, counting.call));
  if (done === undefined)
    return look(say("looking", { words: wordsOf(counting.call) }), [counting.call]);
  return answer(done.failed ? say("nothing") : counting.tell(done.text));
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

function countUses({ text, names, paths }: Ask): Counting | null {
  const quoted = names[0] ?? /["“]([^"”]+)["”]/.exec(text)?.[1];
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
      const counts = [...countsIn(found)].sort(([, left], [, right]) => right - left);
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      if (total === 0) return noUse(quoted, found);
      const rows = counts.slice(0, SHOWN).map(([path, count]) => `| ${path} | ${count} |`);
      const slots = { count: total, pattern: quoted, files: counts.length };
      return [headFor(found, slots), "", "| file | matches |", "|---|---|", ...rows].join("\n");
    },
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
