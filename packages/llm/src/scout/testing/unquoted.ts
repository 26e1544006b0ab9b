import { PHRASES } from "../phrases.ts";

/**
 * The lines of an answer that are neither a phrase of scout's own nor words that it has heard: there
 * should be none. `heard` is everything that the user and the tools have said.
 */
export function unquotedLines(answer: string, heard: string): readonly string[] {
  const known = flat(heard);
  const isHeard = (text: string): boolean => known.includes(flat(text));
  let isCode = false;
  return answer.split("\n").filter((line) => {
    if (line.startsWith("```")) {
      isCode = !isCode;
      return false;
    }
    if (line.trim() === "" || /^\|[-| ]*\|$/.test(line)) return false;
    return isCode ? !isHeard(line) : !isMade(line, isHeard);
  });
}

/** Without what Markdown, comments and numbers of lines put between the words. */
function flat(text: string): string {
  return text
    .replaceAll(/^\d+(?:\t|[:-])/gm, "")
    .replaceAll(/[\s|*#/>`·]+/g, " ")
    .trim();
}

type IsHeard = (text: string) => boolean;

function isMade(line: string, isHeard: IsHeard): boolean {
  if (isPhrases(line, isHeard)) return true;
  const bare = line.replace(/^(?:> |- |\| )/, "").replace(/ \|$/, "");
  // A quote with its place, a place alone, the cells of a row.
  return bare
    .split(/ — | \| |^— |\*\*: |: (?=\p{Lu})|`: /u)
    .map((part) =>
      part
        .replaceAll(/^[`*]+|[`*]+$/g, "")
        .replace(/ …$/, "")
        .trim(),
    )
    .every(
      (part) =>
        part === "" ||
        isPlace(part, isHeard) ||
        /^\d+$/.test(part) ||
        isHeard(part) ||
        HEADS.has(part),
    );
}

const HEADS = new Set(["file", "matches"]);

function isPlace(text: string, isHeard: IsHeard): boolean {
  const place = /^([\w./-]+):\d+$/.exec(text);
  return place !== null && isHeard(place[1] ?? "");
}

/** One or more phrases in a row, their slots filled with what was heard. */
function isPhrases(line: string, isHeard: IsHeard): boolean {
  if (line === "") return true;
  for (const phrase of Object.values(PHRASES)) {
    const pattern = phrase
      .split(/(\{[^}]+\})/)
      .map(patternOf)
      .join("");
    const found = new RegExp(`^${pattern}(?: (?=\\S)|$)`, "u").exec(line);
    if (found === null) continue;
    const slots = found.slice(1).flatMap((slot) => slot.split(", "));
    const rest = line.slice(found[0].length);
    if (slots.every((slot) => isSlot(slot, isHeard)) && isPhrases(rest, isHeard)) return true;
  }
  return false;
}

/** Of a piece of a phrase: words stand as they are, a slot is something, a number has its noun. */
function patternOf(piece: string): string {
  const counted = /^\{\w+ ([^|}]+)\|([^}]+)\}$/.exec(piece);
  if (counted !== null) return `(.+?) (?:${counted[1]}|${counted[2]})`;
  if (piece.startsWith("{")) return "(.+?)";
  return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function isSlot(slot: string, isHeard: IsHeard): boolean {
  const bare = slot.replaceAll(/[“”"()]/g, "").trim();
  if (/^[\d,]+$/.test(bare) || isPlace(bare, isHeard) || isHeard(bare)) return true;
  // A topic is words of the question; a pattern is made of one.
  return bare.split(/\s+/).every((word) => isHeard(word) || /[*{]/.test(word));
}
