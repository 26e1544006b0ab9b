import { endingOf } from "./answer-count.ts";
import type { Ask } from "./ask.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { pathsListed, totalIn } from "./outcomes.ts";
import { say } from "./phrases.ts";
import { SENTENCE_END, withoutEnding } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

const MOST_SHOWN = 30;
const VERB = "(?:find|list|show|locate|search for|where (?:is|are)|what are|which are|is there)";
const ALL = String.raw`(?:\s+(?:me|all|every|any|the|an?|of|file|files|called|named))*`;
const PLACE = String.raw`(?:\s+(?:in|under|below|inside|within)\s+(?:the\s+)?(?:folder\s+)?\x60?([\w.@/-]+?)\/?\x60?)?`;
/** A file by its name: “where is retry.ts”, “find the file called app.toml”. */
const BY_NAME = new RegExp(
  String.raw`^${VERB}${ALL}\s+\x60?([\w.@-]+\.\w{1,10})\x60?${PLACE}\s*$`,
  "i",
);
/** Files by their kind: “list all toml files in docs”. */
const BY_KIND = new RegExp(
  String.raw`^${VERB}${ALL}\s+\x60?(\.?[\w+-]+)\x60? files${PLACE}\s*$`,
  "i",
);
/** Files by a word in their name: “which files are called retry”. */
const BY_WORD = new RegExp(
  String.raw`^(?:which|what) files? (?:is|are|has|have) (?:called|named)\s+[\x60"“]?([\w.@-]+)[\x60"”]?${PLACE}\s*$`,
  "i",
);

/** A question for files by their names alone; null for all others, and where none is named so. */
export function decideFiles(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const pattern = ask.parts.length === 1 ? patternFor(ask.parts[0]?.text ?? "") : null;
  if (pattern === null) return null;
  const done = turn.work.find((one) => one.name === "glob" && argOf(one, "pattern") === pattern);
  if (done === undefined) {
    const call: WantedCall = { name: "glob", args: { pattern, limit: MOST_SHOWN } };
    return offered.has("glob") ? look(say("looking", { words: pattern }), [call]) : null;
  }
  return fileLines(done, pattern);
}

function fileLines({ text, failed }: Work, pattern: string): Decision | null {
  const paths = failed ? [] : pathsListed(text);
  if (paths.length === 0) return null;
  const count = totalIn(text) ?? paths.length;
  const rows = paths.slice(0, MOST_SHOWN).map((path) => `- ${path}`);
  return answer([say("countFiles", { count, pattern }), "", ...rows].join("\n"));
}

/** The pattern of names that a question asks for; null when it asks for something else. */
export function patternFor(text: string): string | null {
  const plain = withoutEnding(text, SENTENCE_END);
  const named = BY_NAME.exec(plain);
  if (named !== null) return `${below(named[2])}**/${named[1] ?? ""}`;
  const kind = BY_KIND.exec(plain);
  const ending = kind === null ? null : endingOf(kind[1] ?? "");
  if (kind !== null && ending !== null && ending !== "") return `${below(kind[2])}**/*${ending}`;
  const word = BY_WORD.exec(plain);
  return word === null ? null : `${below(word[2])}**/*${word[1] ?? ""}*`;
}

function below(folder: string | undefined): string {
  return folder === undefined ? "" : `${folder.replace(/^\.\//, "")}/`;
}
