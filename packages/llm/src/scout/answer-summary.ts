import type { Ask } from "./ask.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { filesSeen, pathsListed } from "./outcomes.ts";
import type { SourceFile } from "./source-file.ts";
import { passagesOf } from "./passage-ranking.ts";
import { isProse, placeOf } from "./passage.ts";
import type { Passage } from "./passage.ts";
import { say } from "./phrases.ts";
import { tidy } from "./quote-lines.ts";
import { cutAtWord } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn } from "./turn.ts";

const OPENERS = "{README,readme,Readme}{,.md,.txt,.rst}";
const MOST_SECTIONS = 14;
const MOST_ITEMS = 16;
const LONGEST = 300;

/** A summary of a file or of the whole folder: an outline in its own words. Null for other questions. */
export function decideSummary(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const [part] = ask.parts;
  if (part?.kind !== "summarise" || ask.parts.length > 1 || !offered.has("read")) return null;
  const isWhole =
    ask.paths.length === 0 &&
    /\b(?:this|the|it)\b.*\b(?:project|repo|repository|codebase|folder|directory|workspace|package|about)\b|^\W*(?:overview|summari[sz]e|outline|tl;?dr)\W*$/i.test(
      part.text,
    );
  if (!isWhole && ask.paths.length === 0) return null;
  const files = filesSeen(turn.work);
  const missing = isWhole ? wholeCalls(turn, offered) : pathCalls(ask, turn);
  if (missing.length > 0)
    return look(say("reading", { paths: isWhole ? OPENERS : ask.paths.join(", ") }), missing);
  const lines = files.slice(0, 3).flatMap(outline);
  return lines.length === 0
    ? null
    : answer([...lines, ...(isWhole ? contents(turn) : [])].join("\n").trim());
}

function pathCalls(ask: Ask, { work }: Turn): readonly WantedCall[] {
  return ask.paths
    .slice(0, 3)
    .filter((path) => !work.some((one) => one.name === "read" && argOf(one, "path") === path))
    .map((path) => ({ name: "read", args: { path } }));
}

function wholeCalls({ work }: Turn, offered: ReadonlySet<string>): readonly WantedCall[] {
  const listed = work.find((one) => one.name === "glob" && argOf(one, "pattern") === OPENERS);
  if (listed === undefined) {
    const first: WantedCall[] = [];
    if (offered.has("glob")) first.push({ name: "glob", args: { pattern: OPENERS } });
    if (offered.has("ls")) first.push({ name: "ls", args: { path: "." } });
    return work.length === 0 ? first : [];
  }
  const [path] = pathsListed(listed.text);
  const isRead = work.some(({ name }) => name === "read");
  return path === undefined || isRead ? [] : [{ name: "read", args: { path } }];
}

/** Headings with the first sentence below each, or definitions with what is said of them. */
export function outline(file: SourceFile): readonly string[] {
  const passages = passagesOf(file);
  const lines = isProse(file.path) ? sections(passages) : definitions(passages);
  if (lines.length === 0) return [];
  return [say("outlineOf", { path: file.path }), "", ...lines, ""];
}

function sections(passages: readonly Passage[]): readonly string[] {
  const heads = passages.filter(({ kind }) => kind === "heading");
  const said = (title: string): Passage | undefined =>
    passages.find(
      (passage) => passage.title === title && passage.kind !== "heading" && passage.kind !== "row",
    );
  if (heads.length === 0) {
    return blocks(passages)
      .slice(0, MOST_SECTIONS)
      .map(({ text, first }) => `- ${cutAtWord(tidy(text), LONGEST)} — ${placeOf(first)}`);
  }
  return heads.slice(0, MOST_SECTIONS).map((head) => {
    const first = said(head.title);
    const words = first === undefined ? "" : `: ${cutAtWord(tidy(first.quote), LONGEST)}`;
    return `- **${head.quote}**${words} — ${placeOf(first ?? head)}`;
  });
}

type Block = { readonly first: Passage; readonly text: string };

const ENOUGH = 140;

/** The beginning of each paragraph or item: as many of its sentences as say something. */
function blocks(passages: readonly Passage[]): readonly Block[] {
  const found: { first: Passage; text: string; lastLine: number }[] = [];
  for (const passage of passages) {
    const open = found.at(-1);
    const goesOn =
      open !== undefined &&
      passage.line <= open.lastLine + 1 &&
      !/^\d+[.)]|^[-*+•]/.test(passage.quote);
    if (open === undefined || !goesOn) {
      found.push({ first: passage, text: passage.quote, lastLine: passage.lastLine });
      continue;
    }
    if (open.text.length + passage.quote.length <= ENOUGH) open.text += ` ${passage.quote}`;
    open.lastLine = passage.lastLine;
  }
  return found;
}

function definitions(passages: readonly Passage[]): readonly string[] {
  return passages
    .filter(
      ({ kind, owner }) => (kind === "definition" || kind === "constant") && owner === undefined,
    )
    .slice(0, MOST_ITEMS)
    .map((passage) => {
      const words =
        passage.about === undefined ? "" : `: ${cutAtWord(passage.about.text, LONGEST)}`;
      return `- \`${passage.name ?? ""}\`${words} — ${placeOf(passage)}`;
    });
}

/** What lies in the folder, without sizes. */
function contents({ work }: Turn): readonly string[] {
  const listed = work.find(({ name, failed }) => name === "ls" && !failed);
  const names =
    listed === undefined
      ? []
      : pathsListed(listed.text).map((line) => line.split("\t", 1)[0] ?? "");
  if (names.length === 0) return [];
  return [
    say("holds", { path: ".", count: names.length }),
    "",
    ...names.slice(0, 40).map((name) => `- ${name}`),
  ];
}
