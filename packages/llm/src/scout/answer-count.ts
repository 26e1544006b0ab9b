import type { Ask } from "./ask.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { namePattern } from "./locate.ts";
import { countsIn, pathsListed, totalIn } from "./outcomes.ts";
import { say } from "./phrases.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

const ENDINGS: Readonly<Record<string, string>> = {
  typescript: "ts",
  javascript: "js",
  markdown: "md",
  python: "py",
  rust: "rs",
  text: "txt",
};
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
  return answer(counting.tell(done.failed ? "" : done.text));
}

function wordsOf({ args }: WantedCall): string {
  return String(args["pattern"]);
}

function isSame(one: Work, { name, args }: WantedCall): boolean {
  return one.name === name && argOf(one, "pattern") === args["pattern"];
}

function countUses({ text, names }: Ask): Counting | null {
  const quoted = names[0] ?? /["“]([^"”]+)["”]/.exec(text)?.[1];
  if (
    quoted === undefined ||
    !/\b(?:times|often|places|occurrences?|used|called|mentioned|uses|calls)\b/i.test(text)
  )
    return null;
  const pattern = namePattern(quoted);
  return {
    call: { name: "grep", args: { pattern, output: "count", limit: 1000 } },
    tell: (found) => {
      const counts = [...countsIn(found)].sort(([, left], [, right]) => right - left);
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      if (total === 0) return `${say("nothing")} ${say("absent", { words: quoted })}`;
      const rows = counts.slice(0, SHOWN).map(([path, count]) => `| ${path} | ${count} |`);
      const head = say("countMatches", { count: total, pattern: quoted, files: counts.length });
      return [head, "", "| file | matches |", "|---|---|", ...rows].join("\n");
    },
  };
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

function countFiles({ text, paths }: Ask): Counting | null {
  const kind = /\bhow many (?:(?:of the|of)\s+)?(?:([\w.+-]+) )?(?:source )?files\b/i.exec(text);
  if (kind === null) return null;
  const within = (
    paths[0] ??
    /\b(?:in|under|below) (?:the (?:folder )?)?`?([\w./-]+)`?/i.exec(text)?.[1] ??
    ""
  ).replace(/\/$/, "");
  const isPlace = within !== "" && !/^(?:this|the|total|all|here|there|my|our)$/i.test(within);
  const pattern = `${isPlace ? `${within}/` : ""}**/*${endingOf(kind[1] ?? "")}`;
  return {
    call: { name: "glob", args: { pattern, limit: SHOWN } },
    tell: (found) => {
      const shown = pathsListed(found);
      const count = totalIn(found) ?? shown.length;
      const rows = shown.slice(0, SHOWN).map((path) => `- ${path}`);
      return [say("countFiles", { count, pattern }), "", ...rows].join("\n").trim();
    },
  };
}

function endingOf(word: string): string {
  const kind = word.toLowerCase().replace(/^\./, "");
  if (kind === "" || /^(?:the|all|different|many)$/.test(kind)) return "";
  if (/^(?:tests?|specs?)$/.test(kind)) return "{.test.,.spec.,_test.}*";
  return `.${ENDINGS[kind] ?? kind}`;
}
