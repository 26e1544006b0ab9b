import type { ColourDepth } from "../terminal/capabilities.ts";
import type { Line, Span } from "../text/span.ts";
import { sgrOf } from "./colour-depth.ts";
import type { Theme } from "./theme.ts";

/** How lines become bytes: a theme on a terminal with so many colours. */
export type Palette = {
  readonly theme: Theme;
  readonly depth: ColourDepth;
  readonly links: boolean;
};

/** A line as text with SGR codes and links. Bold and the like are kept without colours as well. */
export function paint(line: Line, palette: Palette): string {
  return line.map((span) => paintSpan(span, palette)).join("");
}

function paintSpan(span: Span, palette: Palette): string {
  const codes = codesOf(span, palette);
  const styled = codes === "" ? span.text : `\u001b[${codes}m${span.text}\u001b[0m`;
  if (span.link === undefined || !palette.links) return styled;
  return `\u001b]8;;${span.link}\u001b\\${styled}\u001b]8;;\u001b\\`;
}

function codesOf(span: Span, { theme, depth }: Palette): string {
  const colour = span.tone === undefined ? undefined : theme.colours[span.tone];
  // Without colours, what is less important can still be dim.
  const quiet = depth === "none" && (span.tone === "faint" || span.tone === "comment");
  const codes = [
    span.bold === true ? "1" : "",
    quiet ? "2" : "",
    span.italic === true ? "3" : "",
    span.underline === true ? "4" : "",
    span.inverse === true ? "7" : "",
    span.strike === true ? "9" : "",
    colour === undefined ? "" : sgrOf(colour, depth),
  ];
  return codes.filter(Boolean).join(";");
}
