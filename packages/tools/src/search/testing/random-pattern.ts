import type { Chance } from "./chance.ts";

const ATOMS = [
  "a",
  "b",
  "foo",
  "Foo",
  "é",
  "K",
  "σ",
  "1",
  "_",
  "-",
  " ",
  "\\.",
  "\\(",
  "\\{",
  "\\d",
  "\\w",
  "\\s",
  "\\D",
  "\\W",
  "\\S",
  ".",
  "[ab]",
  "[^ab]",
  "[a-f]",
  "[^a-zA-Z]",
  "[[:alpha:]]",
  "[[:^digit:]]",
  "[\\w&&[^\\d]]",
  "[a-z--[aeiou]]",
  "[\\p{L}~~[a-z]]",
  "[]x]",
  "[a\\]-]",
  "\\p{Lu}",
  "\\P{L}",
  "\\pN",
  "\\p{Greek}",
  "\\x41",
  "\\u00e9",
  "\\x{1F600}",
  "\\t",
  "😀",
];
const ANCHORS = ["^", "$", "\\b", "\\B", "\\<", "\\>", "\\b{start}", "\\b{end-half}"];
const COUNTS = ["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?", "??", "{,2}"];
const FLAGS = ["(?i)", "(?s)", "(?i:", "(?x: ", "(?-i:", "(?U:", "(?:", "(", "(?P<n>", "(?<m>"];

/** A pattern that is nearly always valid and never matches the empty text. */
export function randomPattern(random: Chance): string {
  const side = (): string => {
    const parts = Array.from({ length: 1 + random.below(4) }, () => piece(random, 0));
    return parts.join("") + random.pick(["o", "a", "\\w", "."]);
  };
  return random.below(5) === 0 ? `${side()}|${side()}` : side();
}

function piece(random: Chance, depth: number): string {
  switch (random.below(depth > 2 ? 6 : 9)) {
    case 0:
      return random.pick(ANCHORS);
    case 1:
    case 2:
      return random.pick(ATOMS) + random.pick(COUNTS);
    case 6:
    case 7: {
      const open = random.pick(FLAGS);
      const inner = `${piece(random, depth + 1)}${piece(random, depth + 1)}`;
      return open.endsWith(")")
        ? open + inner
        : `${open}${inner})${random.pick(["", "", "?", "+"])}`;
    }
    case 8:
      return `(?:${piece(random, depth + 1)}|${piece(random, depth + 1)})`;
    default:
      return random.pick(ATOMS);
  }
}
