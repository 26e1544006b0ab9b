import stringWidth from "string-width";

// oxlint-disable-next-line no-control-regex
const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;
const ONE_CHARACTER = /^[\u0020-\u02ff\u0370-\u03ff\u0400-\u04ff]$/;

const widths = new Map<string, number>();
const KEPT_WIDTHS = 4096;
let segmenter: Intl.Segmenter | null = null;

/** What a reader sees as single characters. */
export function graphemes(text: string): readonly string[] {
  if (PRINTABLE_ASCII.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns a text takes in a terminal. Controls take none: make them visible first. */
export function widthOf(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const cluster of graphemes(text)) width += clusterWidth(cluster);
  return width;
}

/** Columns of one grapheme: 0, 1 or 2. */
export function clusterWidth(cluster: string): number {
  if (ONE_CHARACTER.test(cluster)) return 1;
  const known = widths.get(cluster);
  if (known !== undefined) return known;
  const width = Math.min(2, stringWidth(cluster));
  // Text from strangers must not grow this without end.
  if (widths.size >= KEPT_WIDTHS) widths.clear();
  widths.set(cluster, width);
  return width;
}

/** The longest beginning that fits into `width` columns. */
export function fitStart(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let used = 0;
  let kept = "";
  for (const cluster of graphemes(text)) {
    used += clusterWidth(cluster);
    if (used > width) break;
    kept += cluster;
  }
  return kept;
}

/** The text cut to `width` columns, with `…` where something is missing. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return width < 1 ? "" : `${fitStart(text, width - 1)}…`;
}
