import type { Tone } from "../text/span.ts";

/** A colour for terminals with all of them, and its number among the 16 for the others. */
export type Colour = { readonly hex: string; readonly ansi: number };

/** A tone without a colour has the terminal's own. */
export type Theme = {
  readonly name: string;
  readonly dark: boolean;
  readonly colours: Readonly<Partial<Record<Tone, Colour>>>;
};

const colour = (hex: string, ansi: number): Colour => ({ hex, ansi });

export function darkTheme(): Theme {
  return {
    name: "dark",
    dark: true,
    colours: {
      dim: colour("#9aa0a6", 7),
      faint: colour("#6f757b", 8),
      accent: colour("#7aa2f7", 12),
      ok: colour("#8fce8f", 10),
      caution: colour("#e0b050", 11),
      danger: colour("#ef7a7a", 9),
      heading: colour("#7aa2f7", 12),
      code: colour("#c9b48a", 11),
      link: colour("#7dbbe6", 14),
      quote: colour("#9aa0a6", 7),
      added: colour("#8fce8f", 10),
      removed: colour("#ef7a7a", 9),
      keyword: colour("#c39ae8", 13),
      string: colour("#9ecb8a", 10),
      number: colour("#e0a872", 11),
      comment: colour("#767c83", 8),
      function: colour("#7aa2f7", 12),
      type: colour("#6cc2c2", 14),
      variable: colour("#d5b780", 11),
    },
  };
}

export function lightTheme(): Theme {
  return {
    name: "light",
    dark: false,
    colours: {
      dim: colour("#5b6168", 8),
      faint: colour("#767c83", 8),
      accent: colour("#2456b8", 4),
      ok: colour("#1f7a33", 2),
      caution: colour("#8a5a00", 3),
      danger: colour("#b3261e", 1),
      heading: colour("#2456b8", 4),
      code: colour("#6b4f12", 3),
      link: colour("#0b6a94", 6),
      quote: colour("#5b6168", 8),
      added: colour("#1f7a33", 2),
      removed: colour("#b3261e", 1),
      keyword: colour("#7a32b0", 5),
      string: colour("#2f6f1f", 2),
      number: colour("#96490c", 3),
      comment: colour("#767c83", 8),
      function: colour("#2456b8", 4),
      type: colour("#0b6a6a", 6),
      variable: colour("#6b4f12", 3),
    },
  };
}
