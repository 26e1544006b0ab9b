import { PHRASES } from "./phrases.ts";
import { escapePattern } from "./text.ts";

/** A place below a quote, as scout writes it: a line of a file, a page, a talk, a note. Others quote people so. */
const QUOTED_PLACE = /^> — (?:.+:\d+|https?:\/\/\S+|this session\b.*|(?:session|note) “.*)$/m;
/** What is said beside a call: a reply that goes on after it is somebody else's. */
const ASIDES: ReadonlySet<string> = new Set([
  "looking",
  "reading",
  "following",
  "moving",
  "changing",
  "checking",
  "recalling",
  "noting",
]);
/** What is moved is a path, which many others say about other things. */
const OF_PATHS: ReadonlySet<string> = new Set(["moving", "moved"]);
const PATH = String.raw`\S+`;
/** One with blanks, told apart by its ending or its folders; where others speak of a file, they say “the file”. */
const BLANK_PATH = String.raw`(?!(?:[Tt]h(?:e|is|at)|[Aa]n?|[Yy]our|[Oo]ur|[Ii]ts|[Ff]iles?|[Ii]n|[Aa]nd|[Ss]o|[Nn]ow|[Hh]ere|[Bb]oth|[Ee]ach|[Ee]very\w*) )(?:(?![.!?] )[^:?!“”"])+?(?:\.\w{1,10}|/(?:(?![.!?] )[^:?!“”"/])+?)`;
/** A sentence that ends in a slot was not put there by scout. */
const WORDS = String.raw`(?:(?![.!?] \p{Lu}).)+?`;
const LONGEST_LINE = 2_000;
/** No line of scout's has more phrases. */
const MOST_PHRASES = 4;

/**
 * Whether a reply of an earlier session was scout's: its first line is made of scout's phrases and of nothing
 * else, or it quotes as scout does. Such a reply says nothing that its sources do not say better.
 */
export function isScouts(text: string): boolean {
  if (QUOTED_PLACE.test(text)) return true;
  const said = text.trim();
  const [line = ""] = said.split("\n", 1);
  return line.length <= LONGEST_LINE && isPhrases(line.trim(), said === line, MOST_PHRASES);
}

function isPhrases(line: string, isAll: boolean, most: number): boolean {
  if (most === 0) return false;
  return patterns().some(({ isAside, whole, beginning }) => {
    if (isAside && !isAll) return false;
    if (whole.test(line)) return true;
    const begun = beginning.exec(line)?.[0];
    return begun !== undefined && isPhrases(line.slice(begun.length), isAll, most - 1);
  });
}

type Pattern = {
  readonly isAside: boolean;
  readonly whole: RegExp;
  readonly beginning: RegExp;
};

let made: readonly Pattern[] | null = null;

/** Made once: memory has many replies. */
function patterns(): readonly Pattern[] {
  made ??= Object.entries(PHRASES).map(([name, phrase]) => {
    const slot = OF_PATHS.has(name) ? PATH : WORDS;
    const pattern = phrase
      .split(/(\{[^}]+\})/)
      .map((piece) => (piece.startsWith("{") ? slotPattern(piece, slot) : escapePattern(piece)))
      .join("");
    return {
      isAside: ASIDES.has(name),
      whole: new RegExp(`^${pattern}$`, "u"),
      beginning: new RegExp(`^${pattern} `, "u"),
    };
  });
  return made;
}

function slotPattern(slot: string, other: string): string {
  const [, one, many] = /^\{\w+ ([^|}]+)\|([^}]+)\}$/.exec(slot) ?? [];
  if (one !== undefined) return String.raw`\d+ (?:${one}|${many})`;
  if (slot === "{path}") return `(?:${PATH}|${BLANK_PATH})`;
  if (slot === "{reason}") return ".+?";
  return slot === "{count}" ? String.raw`\d+` : other;
}
