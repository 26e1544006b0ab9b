import type { OutcomeMessage, TextBlock } from "@squire/protocol";
import { estimateTokens, MOST_TOKENS_PER_CHAR } from "./estimate.ts";
import { cutAfter, cutBefore } from "./safe-cut.ts";
import type { CountTokens } from "./token-counter.ts";

export type Caps = {
  readonly tokens: number;
  readonly chars: number;
  readonly count?: CountTokens;
};

export type Capped = {
  readonly text: string;
  readonly truncated: boolean;
  /** How many characters of the original are not shown. */
  readonly omitted: number;
};

/** LOOP-12. */
export const RESULT_CAPS: Caps = { tokens: 8_000, chars: 32_000 };

const TAIL_CHARS = 1_024;
/** The end of an output matters, but not more than its beginning. */
const TAIL_PART = 0.25;

/**
 * The head and the last kilobyte of a text that is too long by tokens or by characters, with a mark
 * between them (LOOP-12). What it gives fits the caps, so capping again changes nothing. However
 * long the text, only slices of about the cap are counted.
 */
export function capResult(text: string, caps: Caps = RESULT_CAPS): Capped {
  const { tokens, chars, count = estimateTokens } = caps;
  if (text.length <= chars && fits(text, tokens, count)) {
    return { text, truncated: false, omitted: 0 };
  }
  const mark = markFor(text.length);
  const roomChars = chars - mark.length;
  const roomTokens = tokens - count(mark) - SEAMS;
  if (roomChars <= 0 || roomTokens <= 0) return onlyHead(text, caps);
  const tail = tailWithin(text, {
    chars: Math.min(TAIL_CHARS, Math.floor(roomChars * TAIL_PART)),
    tokens: Math.floor(roomTokens * TAIL_PART),
    count,
  });
  const head = headWithin(text.slice(0, text.length - tail.length), {
    chars: roomChars - tail.length,
    tokens: roomTokens - count(tail),
    count,
  });
  const omitted = text.length - head.length - tail.length;
  return { text: `${head}${markFor(omitted)}${tail}`, truncated: true, omitted };
}

/** An outcome within the caps, the same object when it fits; images stay (LOOP-11). */
export function capOutcome(outcome: OutcomeMessage, caps: Caps = RESULT_CAPS): OutcomeMessage {
  const texts = outcome.content.filter((block): block is TextBlock => block.type === "text");
  const { text, truncated } = capResult(texts.map((block) => block.text).join("\n"), caps);
  if (!truncated) return outcome;
  const images = outcome.content.filter(({ type }) => type === "image");
  return { ...outcome, content: [{ type: "text", text }, ...images] };
}

/** Cutting a text in three can add a token at each seam. */
const SEAMS = 4;

function markFor(omitted: number): string {
  return `\n[…truncated ${omitted} chars…]\n`;
}

function fits(text: string, tokens: number, count: CountTokens): boolean {
  return text.length * MOST_TOKENS_PER_CHAR <= tokens || count(text) <= tokens;
}

/** For caps that do not even hold the mark. */
function onlyHead(text: string, { tokens, chars, count = estimateTokens }: Caps): Capped {
  const head = headWithin(text, { chars: Math.max(0, chars), tokens: Math.max(0, tokens), count });
  return { text: head, truncated: true, omitted: text.length - head.length };
}

function headWithin(text: string, caps: Required<Caps>): string {
  return sliceWithin(caps, text.length, (length) => text.slice(0, cutBefore(text, length)));
}

function tailWithin(text: string, caps: Required<Caps>): string {
  return sliceWithin(caps, text.length, (length) =>
    text.slice(cutAfter(text, text.length - length)),
  );
}

/** Takes a slice, counts it, and shrinks it by what it is over: twice, then by what always fits. */
function sliceWithin(
  { chars, tokens, count }: Required<Caps>,
  available: number,
  take: (length: number) => string,
): string {
  let length = Math.min(chars, available);
  for (let round = 0; round < 2; round++) {
    const slice = take(length);
    if (slice.length * MOST_TOKENS_PER_CHAR <= tokens) return slice;
    const counted = count(slice);
    if (counted <= tokens) return slice;
    length = Math.floor(slice.length * (tokens / counted) * 0.97);
  }
  const slice = take(length);
  if (count(slice) <= tokens) return slice;
  return take(Math.floor(tokens / MOST_TOKENS_PER_CHAR));
}
