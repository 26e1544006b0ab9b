import { TESTS_OF } from "../chunk/code-chunks.ts";
import { apart, nameIn } from "../chunk/code-names.ts";

/** About 45 word pieces: what follows costs time with every text and says hardly more. */
const MOST_CHARS = 220;
const LONGEST_LINE = 500;
const COMMENT =
  /^(?:\/\/+!?|\/\*+|\*+(?!\/)|#+(?!include|define|if|endif|!)|--|<!--|;+|"""|''')\s?(?<said>.*?)\s*(?:\*\/|-->|"""|''')?$/;
const SIGNS = /[{}();=<>]|=>|\[\]/g;
/** A message in quotes: at least two words. */
const MESSAGE = /(["'`])(?<said>[\p{L}][^"'`]*? [^"'`]{3,120}?)\1/u;

/**
 * What a piece of code says in words: comments, names taken apart, messages. The model was made for sentences and reads
 * little of a text, so brackets and keywords would only be in its way. A text without code stays as it is. Of tests it is
 * nothing: they are found by their words, and would be half of the work for places that are rarely wanted.
 */
export function gist(text: string): string {
  if (text.startsWith(TESTS_OF)) return "";
  const said: string[] = [];
  let size = 0;
  for (const line of text.split("\n")) {
    const words = wordsOf(line.slice(0, LONGEST_LINE).trim());
    if (words === "" || said.includes(words)) continue;
    said.push(words);
    size += words.length + 2;
    if (size >= MOST_CHARS) break;
  }
  return said.join(". ").slice(0, MOST_CHARS);
}

function wordsOf(line: string): string {
  const comment = COMMENT.exec(line)?.groups?.["said"];
  if (comment !== undefined) return comment;
  const signs = line.match(SIGNS)?.length ?? 0;
  if (signs < 2 && line.includes(" ")) return line;
  const name = nameIn(line);
  const message = MESSAGE.exec(line)?.groups?.["said"];
  return [name === null ? "" : apart(name), message ?? ""].filter((one) => one !== "").join(": ");
}
