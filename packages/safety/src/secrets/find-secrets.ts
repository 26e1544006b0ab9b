import { secretsInContext } from "./in-context.ts";
import { knownSpans, SHORTEST, type Needle } from "./known-values.ts";
import { privateKeys } from "./private-keys.ts";
import { shapedSecrets } from "./shaped-secrets.ts";
import { settleSpans, type Span } from "./span.ts";

/** Secrets side by side hide each other's edges; more than this in a row is nothing that was written. */
const MOST_ROUNDS = 4;

/** Where secrets stand in a text, in order, without overlaps. Pure; linear in the text. */
export function findSecrets(text: string, needles: readonly Needle[]): readonly Span[] {
  if (text.length < SHORTEST) return [];
  const coloured = text.includes("\u001B");
  const plain = coloured ? text.replaceAll(COLOUR, (code) => MASK.repeat(code.length)) : text;
  const spans = inRounds(plain, needles);
  return coloured ? settleSpans([...spans, ...acrossColours(text, needles)]) : spans;
}

/** In no secret, and between any two of them. */
const MASK = "[";

function inRounds(text: string, needles: readonly Needle[]): readonly Span[] {
  let found = onceOver(text, needles);
  let masked = text;
  for (let round = 1; found.length > 0 && round < MOST_ROUNDS; round++) {
    masked = mask(text, found);
    const more = onceOver(masked, needles);
    if (more.length === 0) break;
    found = settleSpans([...found, ...more]);
  }
  return found;
}

function onceOver(text: string, needles: readonly Needle[]): readonly Span[] {
  return settleSpans([
    ...knownSpans(text, needles),
    ...privateKeys(text),
    ...shapedSecrets(text),
    ...secretsInContext(text),
  ]);
}

function mask(text: string, spans: readonly Span[]): string {
  let done = 0;
  const parts: string[] = [];
  for (const { start, end } of spans) {
    parts.push(text.slice(done, start), MASK.repeat(end - start));
    done = end;
  }
  return parts.join("") + text.slice(done);
}

/** Control sequences of terminals: colours, cursor moves, titles and links. */
const COLOUR =
  // oxlint-disable-next-line no-control-regex
  /\u001B(?:\[[0-9;:?<=>]{0,64}[ -/]{0,4}[@-~]|\][^\u0007\u001B]{0,512}(?:\u0007|\u001B\\)|[@-Z\\^_])/g;

/** A search that shows its matches in colour cuts secrets to pieces; they are found without it. */
function acrossColours(text: string, needles: readonly Needle[]): readonly Span[] {
  const kept: string[] = [];
  /** Where each piece of the plain text begins, there and in the text. */
  const pieces: { readonly at: number; readonly from: number }[] = [];
  let [done, length] = [0, 0];
  for (const { 0: code, index } of text.matchAll(COLOUR)) {
    pieces.push({ at: length, from: done });
    kept.push(text.slice(done, index));
    length += index - done;
    done = index + code.length;
  }
  pieces.push({ at: length, from: done });
  kept.push(text.slice(done));
  const back = backMapper(pieces);
  return inRounds(kept.join(""), needles).map(({ start, end, kind }) => {
    return { start: back(start), end: back(end - 1) + 1, kind };
  });
}

/** From places in the plain text to those in the text; asked in order. */
function backMapper(
  pieces: readonly { readonly at: number; readonly from: number }[],
): (at: number) => number {
  let index = 0;
  return (at) => {
    while ((pieces[index + 1]?.at ?? Infinity) <= at) index++;
    const piece = pieces[index] ?? { at: 0, from: 0 };
    return piece.from + at - piece.at;
  };
}
