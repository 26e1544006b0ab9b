/**
 * How many tokens a text is likely to be, without a tokenizer (LOOP-17). Weights follow what byte-pair
 * vocabularies have in common: short words are one token, long ones more; digits go in threes; a blank
 * belongs to the word behind it; each ideograph is about one. What is left of the error is a factor
 * per model, which `Calibration` learns. Time grows with the length only; huge texts are sampled.
 */
export function estimateTokens(text: string): number {
  if (text.length <= WHOLE_CHARS) return Math.ceil(weigh(text, 0, text.length));
  const stride = text.length / SAMPLES;
  let weight = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const from = Math.floor(sample * stride);
    weight += weigh(text, from, from + SAMPLE_CHARS);
  }
  return Math.ceil((weight * text.length) / (SAMPLES * SAMPLE_CHARS));
}

/** No vocabulary spends more than one token on a byte, and a UTF-16 unit is at most three bytes. */
export const MOST_TOKENS_PER_CHAR = 3;

const WHOLE_CHARS = 131_072;
const SAMPLES = 16;
const SAMPLE_CHARS = 4_096;

const LOWER = 0;
const UPPER = 1;
const DIGIT = 2;
const BLANK = 3;
const BREAK = 4;
const MARK = 5;
/** Scripts with an alphabet other than ours: Greek to Arabic. */
const ALPHABET = 6;
/** Scripts of South and South-East Asia. */
const SYLLABLE = 7;
const IDEOGRAPH = 8;
const SURROGATE = 9;

function weigh(text: string, from: number, to: number): number {
  const end = Math.min(to, text.length);
  let weight = 0;
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    const kind = ASCII[code] ?? kindOf(code);
    const start = at++;
    let before = kind;
    while (at < end) {
      const nextCode = text.charCodeAt(at);
      const next = ASCII[nextCode] ?? kindOf(nextCode);
      if (!goesOn(before, next)) break;
      before = next;
      at++;
    }
    weight += weightOf(kind, at - start);
  }
  return weight;
}

/** A capital goes on into small letters, but a capital behind a small letter begins a word. */
function goesOn(before: number, next: number): boolean {
  return next === before || (before === UPPER && next === LOWER);
}

function weightOf(kind: number, length: number): number {
  switch (kind) {
    case LOWER:
    case UPPER:
      return length <= 3 ? 1 : 1 + (length - 3) * 0.13;
    case DIGIT:
      return Math.max(1, length * 0.4);
    case BLANK:
      return length === 1 ? 0.02 : 1 + length * 0.01;
    case BREAK:
      return 1 + (length - 1) * 0.1;
    case MARK:
      return 1 + Math.min(length - 1, 7) * 0.35 + Math.max(0, length - 8) * 0.1;
    case ALPHABET:
      return Math.max(1, length * 0.45);
    case SYLLABLE:
      return Math.max(1, length * 0.7);
    case SURROGATE:
      return length * 1.25;
    default:
      return length;
  }
}

/** Most of all text: looked up, since this runs for every character a model is shown. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => asciiKind(code));

function kindOf(code: number): number {
  if (code < 0x250) return LOWER;
  if (code < 0x900) return ALPHABET;
  if (code < 0x1100) return SYLLABLE;
  return code >= 0xd800 && code <= 0xdfff ? SURROGATE : IDEOGRAPH;
}

function asciiKind(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code === 0x20 || code === 0x09) return BLANK;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  return code === 0x0a || code === 0x0d ? BREAK : MARK;
}
