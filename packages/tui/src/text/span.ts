import { widthOf } from "./width.ts";

/** What a piece of text is; the theme says how that looks. */
export const TONES = [
  "text",
  "dim",
  "faint",
  "accent",
  "ok",
  "caution",
  "danger",
  "heading",
  "code",
  "link",
  "quote",
  "added",
  "removed",
  "keyword",
  "string",
  "number",
  "comment",
  "function",
  "type",
  "variable",
] as const;
export type Tone = (typeof TONES)[number];

export type SpanStyle = {
  readonly tone?: Tone;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly inverse?: boolean;
  readonly link?: string;
};

/** A piece of text with one look. It has no line breaks and no controls. */
export type Span = SpanStyle & { readonly text: string };

export type Line = readonly Span[];

export function span(text: string, style: SpanStyle | Tone = {}): Span {
  return typeof style === "string" ? { text, tone: style } : { ...style, text };
}

/** A line of one piece. */
export function line(text: string, style: SpanStyle | Tone = {}): Line {
  return text === "" ? [] : [span(text, style)];
}

export function lineText(spans: Line): string {
  return spans.map(({ text }) => text).join("");
}

export function lineWidth(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Left text and right text at the two ends; right alone goes when both do not fit. */
export function spread(left: Line, right: Line, width: number): Line {
  const gap = width - lineWidth(left) - lineWidth(right);
  return gap < 1 ? left : [...left, span(" ".repeat(gap)), ...right];
}
