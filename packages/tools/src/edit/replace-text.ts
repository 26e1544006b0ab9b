import { commonEnd, splitLines } from "./lines.ts";
import { nearestHint } from "./nearest.ts";

export type Replacement = {
  readonly search: string;
  readonly replace: string;
  /** Every place, instead of exactly one. */
  readonly all?: boolean | undefined;
};

export type Replaced =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | {
      readonly ok: false;
      readonly reason: "not_found" | "ambiguous" | "empty";
      readonly message: string;
    };

/**
 * Replaces text that stands there to the letter (EDIT-2). Only line ends are taken as one: a model
 * writes `\n`, the file keeps its own (EDIT-13).
 */
export function replaceText(text: string, { search, replace, all = false }: Replacement): Replaced {
  if (search === "")
    return { ok: false, reason: "empty", message: "There is nothing to search for." };
  const spans = findSpans(text, search.replaceAll("\r\n", "\n"));
  const [first] = spans;
  if (first === undefined) {
    const lines = splitLines(text);
    const wanted = splitLines(search).map((line) => line.text);
    return { ok: false, reason: "not_found", message: nearestHint(lines, wanted) };
  }
  if (spans.length > 1 && !all) return ambiguous(text, spans);
  return { ok: true, text: rewritten(text, spans, replace), count: spans.length };
}

type Span = { readonly start: number; readonly end: number };

function findSpans(text: string, search: string): readonly Span[] {
  const spans: Span[] = [];
  if (!text.includes("\r")) {
    for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + search.length)) {
      spans.push({ start: at, end: at + search.length });
    }
    return spans;
  }
  const pattern = new RegExp(escaped(search).replaceAll("\n", String.raw`(?:\r\n|\n|\r)`), "g");
  for (const match of text.matchAll(pattern)) {
    spans.push({ start: match.index, end: match.index + match[0].length });
  }
  return spans;
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function rewritten(text: string, spans: readonly Span[], replace: string): string {
  const plain = replace.replaceAll("\r\n", "\n");
  const end = text.includes("\r") ? commonEnd(splitLines(text)) : "\n";
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.start), end === "\n" ? plain : plain.replaceAll("\n", end));
    from = span.end;
  }
  return parts.join("") + text.slice(from);
}

function ambiguous(text: string, spans: readonly Span[]): Replaced {
  const lines = spans.slice(0, 10).map(({ start }) => lineAt(text, start));
  const more = spans.length > lines.length ? ", …" : "";
  return {
    ok: false,
    reason: "ambiguous",
    message:
      `The text stands there ${spans.length} times (lines ${lines.join(", ")}${more}). ` +
      "Add lines around it until it is unique, or set all to true.",
  };
}

/** The number of the line that a place is in, from 1. */
function lineAt(text: string, at: number): number {
  return (text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0) + 1;
}
