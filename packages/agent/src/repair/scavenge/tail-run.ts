import { codeBlocksIn } from "./code-blocks.ts";
import type { CallFormat, Span, SpecOf } from "./found.ts";
import { actionLines, bareJson, fencedJson } from "./loose-formats.ts";
import { functionTags, invokeTags, toolCallTags } from "./tag-formats.ts";
import { specialTokens } from "./token-format.ts";

/** Notations nobody uses for anything but calls. */
const MARKUP: readonly CallFormat[] = [toolCallTags, functionTags, invokeTags, specialTokens];
/** Notations that are also used to talk about calls. */
const LOOSE: readonly CallFormat[] = [fencedJson, bareJson, actionLines];

/** Frames around calls, and tokens that end a reply. */
const FRAMES =
  /<\/?(?:[a-z]{1,16}:|｜DSML｜)?(?:function_calls|tool_calls?)>|<[｜|][^<>｜|\n]{1,40}[｜|]>/g;

/** Words that announce an example, right before it. */
const EXAMPLE =
  /\b(?:examples?|e\.g|for instance|such as|sample|template|syntax|formats?|looks? like|would be|like (?:this|so)|beispiel\w*|ejemplo|exemple)\b|例/i;
const LEAD = 200;
const MOST_COMPARED = 8;

export type TailRun = {
  readonly spans: readonly Span[];
  /** Something other than calls stands before them. */
  readonly hasText: boolean;
};

const NONE: TailRun = { spans: [], hasText: true };

/**
 * The calls that a text ends with. Whatever is followed by words is talk about calls, not a call; so
 * is what stands in a code block, a quotation or inline code, what is announced as an example, and
 * what the user's own message contains.
 */
export function tailRun(text: string, specOf: SpecOf, userText: string): TailRun {
  const markup = run(text, outsideCode(text, spansIn(text, MARKUP, specOf)));
  const spans = markup.length > 0 ? markup : run(text, spansIn(text, LOOSE, specOf));
  const [first] = spans;
  if (first === undefined) return NONE;
  const before = text.slice(0, first.start);
  const announced = markup.length === 0 && EXAMPLE.test(before.slice(-LEAD));
  if (announced || /(?:^|\n)[ \t]*>[^\n]*$|[`"'“«]$/.test(before.slice(-LEAD))) return NONE;
  const quoted = spans
    .slice(0, MOST_COMPARED)
    .some(({ start, end }) => userText.includes(text.slice(start, end).trim()));
  if (quoted) return NONE;
  return { spans, hasText: !isFrame(before) };
}

/** Text without markup of calls, for replies that may not make any (LOOP-6). */
export function stripCallMarkup(text: string): string {
  const spans = outsideCode(
    text,
    spansIn(text, MARKUP, () => undefined),
  );
  if (spans.length === 0) return text;
  return withoutSpans(text, spans);
}

/** Text without spans and without the frames that are left around them. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    kept.push(text.slice(from, start).replaceAll(FRAMES, ""));
    from = end;
  }
  kept.push(text.slice(from).replaceAll(FRAMES, ""));
  return kept.join("").trimEnd();
}

/** The spans of all formats in order; of two that overlap, the one that begins first. */
function spansIn(text: string, formats: readonly CallFormat[], specOf: SpecOf): readonly Span[] {
  const all = formats
    .flatMap((format) => format(text, specOf))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Span[] = [];
  for (const span of all) if (span.start >= (apart.at(-1)?.end ?? 0)) apart.push(span);
  return apart;
}

function run(text: string, spans: readonly Span[]): readonly Span[] {
  let from = spans.length;
  let end = text.length;
  for (; from > 0; from--) {
    const span = spans[from - 1];
    if (span === undefined || !isFrame(text.slice(span.end, end))) break;
    end = span.start;
  }
  return spans.slice(from);
}

function isFrame(text: string): boolean {
  return text.replaceAll(FRAMES, "").trim() === "";
}

/** Both lists are in order. A span that holds a whole block is not inside one. */
function outsideCode(text: string, spans: readonly Span[]): readonly Span[] {
  if (spans.length === 0) return spans;
  const blocks = codeBlocksIn(text);
  let at = 0;
  return spans.filter(({ start }) => {
    while (at < blocks.length && (blocks[at]?.end ?? 0) <= start) at++;
    return (blocks[at]?.start ?? text.length) > start;
  });
}
