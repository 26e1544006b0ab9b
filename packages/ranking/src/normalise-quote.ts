export type NormalisedText = {
  readonly text: string;
  /** For each character of `text`, where it begins in the source; one more entry for the end of the source. */
  readonly starts: readonly number[];
  /** For each character of `text`, where it ends in the source. */
  readonly ends: readonly number[];
};

const SINGLE_QUOTES = /[‘’‚‛′‹›`´]/u;
const DOUBLE_QUOTES = /[“”„‟″«»]/u;
const DASHES = /[‐‑‒–—―−﹘﹣－]/u;
/** Soft hyphens, zero-width characters and byte order marks: nobody sees them. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff\u200e\u200f]/u;

/**
 * A text as quotes are compared: runs of white space are one space, quotation marks and dashes are the plain ones,
 * what is not seen is gone, ligatures and full-width forms are spelled out. Case stays. The places in the source are
 * kept.
 */
export function normaliseQuote(source: string): NormalisedText {
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of source) {
    const end = at + character.length;
    const plain = plainForm(character);
    if (plain === " " && (text === "" || text.endsWith(" "))) {
      if (ends.length > 0) ends[ends.length - 1] = end;
    } else {
      text += plain;
      for (let unit = 0; unit < plain.length; unit++) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  const length = text.endsWith(" ") ? text.length - 1 : text.length;
  return {
    text: text.slice(0, length),
    starts: [...starts.slice(0, length), at],
    ends: ends.slice(0, length),
  };
}

function plainForm(character: string): string {
  if (character >= "!" && character <= "~" && character !== "`") return character;
  if (UNSEEN.test(character)) return "";
  if (/\s/u.test(character)) return " ";
  if (SINGLE_QUOTES.test(character)) return "'";
  if (DOUBLE_QUOTES.test(character)) return '"';
  if (DASHES.test(character)) return "-";
  const spelled = character.normalize("NFKC");
  return /\s/u.test(spelled) ? spelled.trim() || " " : spelled;
}
