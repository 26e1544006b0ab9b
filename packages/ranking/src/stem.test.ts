import { expect, test } from "bun:test";
import fc from "fast-check";
import { stem } from "./stem.ts";

/** The examples of Porter's paper, one per rule, as whole words. */
const EXAMPLES: Readonly<Record<string, string>> = {
  caresses: "caress",
  ponies: "poni",
  caress: "caress",
  cats: "cat",
  feed: "feed",
  agreed: "agre",
  plastered: "plaster",
  bled: "bled",
  motoring: "motor",
  sing: "sing",
  conflated: "conflat",
  troubled: "troubl",
  sized: "size",
  hopping: "hop",
  falling: "fall",
  hissing: "hiss",
  fizzed: "fizz",
  failing: "fail",
  filing: "file",
  happy: "happi",
  sky: "sky",
  relational: "relat",
  conditional: "condit",
  rational: "ration",
  digitizer: "digit",
  differently: "differ",
  vietnamization: "vietnam",
  operator: "oper",
  feudalism: "feudal",
  decisiveness: "decis",
  hopefulness: "hope",
  formality: "formal",
  sensitivity: "sensit",
  triplicate: "triplic",
  formative: "form",
  electrical: "electr",
  goodness: "good",
  revival: "reviv",
  allowance: "allow",
  inference: "infer",
  airliner: "airlin",
  adjustable: "adjust",
  replacement: "replac",
  adjustment: "adjust",
  adoption: "adopt",
  communism: "commun",
  activate: "activ",
  effective: "effect",
  probate: "probat",
  rate: "rate",
  cease: "ceas",
  controlling: "control",
  roll: "roll",
  generalizations: "gener",
  oscillators: "oscil",
};

test("stems are those of Porter's paper", () => {
  for (const [word, expected] of Object.entries(EXAMPLES))
    expect(`${word} ${stem(word)}`).toBe(`${word} ${expected}`);
});

test("what is no English word stays as it is", () => {
  for (const word of ["8", "utf8", "привет", "東京", "a", "is", "y".repeat(100_000)])
    expect(stem(word)).toBe(word);
});

test("property: a stem is never longer by more than the e it may gain, and never empty", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom("a", "b", "c", "e", "i", "l", "n", "o", "s", "t", "y"),
        minLength: 1,
        maxLength: 30,
      }),
      (word) => {
        const stemmed = stem(word);
        expect(stemmed.length).toBeGreaterThan(0);
        expect(stemmed.length).toBeLessThanOrEqual(word.length);
      },
    ),
  );
});
