import type { Io, Sink } from "../io.ts";

export type Tone = "bold" | "dim" | "green" | "yellow" | "red" | "cyan";

/** What may be written to a sink beside plain text. */
export type Style = {
  readonly colour: boolean;
  /** Block characters and the like can be shown. */
  readonly unicode: boolean;
  /** The text in a tone, or as it is. */
  paint(text: string, tone: Tone): string;
};

const CODES: { readonly [tone in Tone]: readonly [number, number] } = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  cyan: [36, 39],
};

/** Colours go to a terminal only, and not where the user wants none (NO_COLOR, TERM=dumb). */
export function styleOf(sink: Sink, env: Io["env"]): Style {
  const colour = sink.isTty && isUnset(env["NO_COLOR"]) && env["TERM"] !== "dumb";
  return {
    colour,
    unicode: hasUnicode(env),
    paint: (text, tone) => {
      if (!colour || text === "") return text;
      const [on, off] = CODES[tone];
      return `\u001B[${on}m${text}\u001B[${off}m`;
    },
  };
}

/** A machine that says nothing about it is taken for a present one. */
function hasUnicode(env: Io["env"]): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((name) => !isUnset(name));
  return locale === undefined || /utf-?8/i.test(locale);
}

function isUnset(value: string | undefined): boolean {
  return value === undefined || value === "";
}
