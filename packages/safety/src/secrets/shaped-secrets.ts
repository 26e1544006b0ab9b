import { SHAPES } from "./shapes.ts";
import type { Span } from "./span.ts";

/** All characters that keys of known shapes are made of; most texts have few runs this long. */
const RUN = /[A-Za-z0-9_.:/+=~-]{16,}/g;

let anyHint: RegExp | undefined;

/** Keys of well-known services. */
export function shapedSecrets(text: string): readonly Span[] {
  anyHint ??= new RegExp([...new Set(SHAPES.map(({ hint }) => escaped(hint)))].join("|"));
  const spans: Span[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (anyHint.test(run)) spans.push(...inRun(run, index));
  }
  return spans;
}

function inRun(run: string, offset: number): readonly Span[] {
  return SHAPES.filter(({ hint }) => run.includes(hint)).flatMap(({ kind, pattern }) =>
    [...run.matchAll(pattern)].map((match) => {
      const start = offset + match.index;
      return { start, end: start + match[0].length, kind };
    }),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
