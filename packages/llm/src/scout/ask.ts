import { isStopWord, stem, words } from "@squire/ranking";
import { changeOf } from "./change-request.ts";
import type { Change } from "./change-request.ts";
import { withoutEnding } from "./text.ts";

/** What somebody wants of a question. */
export type Kind =
  | "find"
  | "explain"
  | "list"
  | "count"
  | "compare"
  | "when"
  | "summarise"
  | "help";

/** One of several questions in a message. */
export type Part = {
  readonly kind: Kind;
  readonly text: string;
  /** What it is about, as stems. */
  readonly terms: readonly string[];
  /** It speaks of what the part before it named: "and what are its limits". */
  readonly goesOn: boolean;
};

/** A message, understood. */
export type Ask = {
  readonly text: string;
  readonly parts: readonly Part[];
  /** The words to look for, as they were written, most telling first. */
  readonly topic: readonly string[];
  /** Names of code: `withRetry`, `max_size`, `FS-3`. */
  readonly names: readonly string[];
  readonly paths: readonly string[];
  /** The two sides of a comparison. */
  readonly sides: readonly string[];
  readonly change: Change | null;
};

const POLITE =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|well|please|squire|scout)\b[,!.:\s]*)*(?:(?:can|could|would|will) you (?:please )?)?(?:please )?(?:tell me |show me |i(?:'d| would) like to know |i want to know |do you know )?/i;

/** What somebody wants, without how they ask for it. */
export function withoutCourtesy(text: string): string {
  return text.replace(POLITE, "");
}

/** How a question is put, not what it is about. */
const MANNER: ReadonlySet<string> = new Set(
  (
    "implement implemented implementation define defined definition locate located live lives find show tell explain " +
    "describe list name names give work works working use used uses using happen happens mean means code codebase file " +
    "files function functions method class module package project repo repository folder directory document documents " +
    "documentation many much number count kind kinds type types sort way ways thing things please say says said make " +
    "makes made compare comparison difference differences differ versus vs summarise summarize summary overview outline " +
    "purpose available exist exists there every one need needs know get gets got go goes look actually exactly currently " +
    "support supports supported decide decides decided handle handled handles first last may might shall must long"
  ).split(" "),
);

export function understand(text: string): Ask {
  const plain = withoutCourtesy(text).trim();
  const said = withShortGaps(plain === "" ? text.trim() : plain);
  const clauses = clausesOf(said);
  const parts = clauses.map(partOf);
  return {
    text,
    parts,
    topic: topicOf(text),
    names: namesIn(text),
    paths: pathsIn(text),
    sides: sidesOf(withoutEnding(said, "?.")),
    change: changeOf(plain),
  };
}

/** A long run of white space would be tried from each of its places. */
function withShortGaps(text: string): string {
  return text.replaceAll(/\s{2,}/g, (gap) => (gap.includes("\n") ? "\n" : " "));
}

const NEXT_QUESTION =
  /(?:[,;?]\s*)?\s+(?:and|or)\s+(?:also\s+)?(?=(?:what|where|which|how|who|when|why|does|is|are)\b)|[?;]\s+(?=\p{L})/iu;

function clausesOf(text: string): readonly string[] {
  const clauses = text.split(NEXT_QUESTION).map((clause) => withoutEnding(clause.trim(), "?"));
  return clauses.filter((clause) => clause !== "").slice(0, 4);
}

function partOf(text: string, at: number): Part {
  const goesOn = at > 0 && /\b(?:its|it|they|their|them|this|that|these|those)\b/i.test(text);
  return { kind: kindOf(text), text, terms: topicOf(text).map(stem), goesOn };
}

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["help", /^(?:hi|hello|hey|good (?:morning|evening|day)|thanks|thank you|help)\b[\s!.?]*$/i],
  [
    "help",
    /\b(?:who|what) are you\b|\bwhat can (?:you|squire|scout) do\b|\bhow do i (?:use|start)(?: (?:you|squire|this))?[\s?]*$/i,
  ],
  ["count", /^(?:how many|how much|count)\b|\bnumber of\b/i],
  [
    "compare",
    /^compare\b|\bdifferen(?:ce|t)s?\b.*\b(?:between|from)\b|\bdiffers?\b|\bversus\b|\bvs\b/i,
  ],
  [
    "summarise",
    /^(?:summari[sz]e|outline|tl;?dr|give (?:me )?an? (?:summary|overview|outline)|(?:an? )?overview of)\b|\bsummary of\b|^what is (?:this|the) (?:project|repo|repository|codebase|folder|package)\b|^what(?:'s| is) (?:this|it) (?:all )?about\b/i,
  ],
  [
    "when",
    /^(?:when (?:was|were|did|will)|since when|until when|what (?:date|year|day|time)|which (?:year|date|day)|in (?:what|which) year)\b/i,
  ],
  [
    "list",
    /^(?:list|enumerate|name|what are|which|what) (?:(?:all|every|the|are|of|its|their|possible|available|different|known|supported|built-in)\s+)*(?!is\b|does\b|was\b|this\b|has\b|its\b|happens\b|means\b|makes\b|decides\b)(?:[\w-]+ )??[\w-]{2,}s\b(?!\s+(?:the|a|an|it)\b)/i,
  ],
  [
    "find",
    /^(?:where|find|locate|search|look for|grep|which (?:file|function|class|module|folder|document)|in (?:which|what) (?:file|module|package|folder))\b/i,
  ],
];

function kindOf(text: string): Kind {
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? "explain";
}

/** The telling words of a text in their order, each once; the words of manner only when nothing else is there. */
export function topicOf(text: string): readonly string[] {
  const bare = text.replaceAll(/[`"“”]/g, " ");
  const all = [...new Set(words(bare))].filter((word) => !isStopWord(word) && !/^\d$/.test(word));
  const telling = all.filter((word) => !MANNER.has(word) && word.length > 1);
  return telling.length > 0 ? telling : all;
}

const NAME =
  /`([^`\n]{2,60})`|\b([A-Z]{2,8}-\d+[a-z]?)\b|\b([a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Za-z]+_\w+|[A-Z][A-Z0-9]+_[A-Z0-9_]+)\b/g;

function namesIn(text: string): readonly string[] {
  const found = [...text.matchAll(NAME)].map(
    ([, ticked, id, camel]) => ticked ?? id ?? camel ?? "",
  );
  return [...new Set(found)].filter((name) => name !== "" && !isPath(name));
}

function isPath(text: string): boolean {
  return /^[\w.@~-]*\/[\w./@-]+$|^[\w@-]+(?:\.[\w-]+)*\.(?:md|txt|tsx?|jsx?|mjs|json|toml|ya?ml|py|rs|go|java|c|h|cpp|css|html|sh|sql|csv|log|pdf)$/i.test(
    text,
  );
}

function pathsIn(text: string): readonly string[] {
  const found = text
    .split(/[\s"'`“”,;()<>]+/)
    .map((word) => withoutEnding(word, ".?!:").replace(/^@/, ""));
  return [...new Set(found.filter(isPath))].filter((path) => !/^https?:/.test(path));
}

function sidesOf(text: string): readonly string[] {
  const found =
    /\b(?:differences? between|differ(?:s|ent)? between|compare)\s+(.+?)\s+(?:and|with|to|from|vs\.?)\s+(.+)$/i.exec(
      text,
    ) ??
    /(?:^|\bis\s|\bdoes\s)(.+?)\s+(?:vs\.?|versus|differs? from|different from)\s+(.+)$/i.exec(
      text,
    ) ??
    /\bhow (?:does|is|do|are)\s+(.+?)\s+(?:differ|different)\s+from\s+(.+)$/i.exec(text);
  return found === null ? [] : [found[1] ?? "", found[2] ?? ""].map((side) => side.trim());
}
