import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { smallProject } from "./testing/fixture.ts";
import { playTurn, shelfOf } from "./testing/shelf.ts";
import { unquotedLines } from "./testing/unquoted.ts";

const WORDS = [
  "retry",
  "kettle",
  "limit",
  "water",
  "policy",
  "harbour",
  "lamp",
  "mode",
  "copper",
  "river",
];
const word = fc.constantFrom(...WORDS);
const number = fc.integer({ min: 0, max: 5000 });

const sentence = fc
  .tuple(word, word, word, number)
  .map(([one, two, three, n]) => `The ${one} of the ${two} keeps ${n} parts of ${three}.`);
const markdown = fc
  .tuple(
    word,
    fc.array(sentence, { minLength: 1, maxLength: 6 }),
    fc.array(fc.tuple(word, sentence), { maxLength: 4 }),
  )
  .map(([title, said, rows]) =>
    [
      `# About the ${title}`,
      "",
      said.join(" "),
      "",
      ...rows.map(([name, text]) => `- ${name}: ${text}`),
      "",
      "| name | what |",
      "|---|---|",
      ...rows.map(([name, text]) => `| ${name} | ${text} |`),
    ].join("\n"),
  );
const code = fc
  .tuple(word, word, number, sentence)
  .map(([one, two, n, said]) =>
    [
      `/** ${said} */`,
      `export function ${one}Of${two}(size: number): void {`,
      `  ${two}(size);`,
      "}",
      "",
      `export const MAX_${one.toUpperCase()} = ${n};`,
      `export const ${two.toUpperCase()}S = ["${one}", "${two}", "other"] as const;`,
    ].join("\n"),
  );
const file = fc.oneof(
  fc.tuple(word, markdown).map(([name, text]) => [`docs/${name}.md`, text] as const),
  fc.tuple(word, code).map(([name, text]) => [`src/${name}.ts`, text] as const),
);
const shelf = fc
  .array(file, { minLength: 1, maxLength: 6 })
  .map((files) => Object.fromEntries(files));
const question = fc
  .tuple(
    fc.constantFrom(
      "Where is the A B?",
      "What is A?",
      "How does A use B?",
      "Which As are there?",
      "How many As are there?",
      "How many times is `A` used?",
      "What is the difference between A and B?",
      "When was A made?",
      "Where is the A implemented and what are its limits?",
      "summarise docs/A.md",
      "fix the A of the B",
      "What did we decide about the A?",
      "When did I tell you about the A and the B?",
      "What did we talk about?",
      "Which files are called A?",
      "hello",
    ),
    word,
    word,
  )
  .map(([form, one, two]) => form.replaceAll("A", one).replaceAll("B", two));

const more = fc.record({
  tools: fc.subarray(["semantic_search", "memory_search"]),
  said: fc.array(sentence, { maxLength: 2 }),
});

describe("every sentence of an answer is a phrase of scout's own or a quote", () => {
  test("whatever the files hold and whatever is asked", () => {
    fc.assert(
      fc.property(shelf, question, more, (files, asked, world) => {
        const { answer, heard } = playTurn(shelfOf(files), asked, world);
        expect(unquotedLines(answer, heard)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test("a sentence that nobody has said is noticed", () => {
    const { answer, heard } = playTurn(smallProject(), "Where is retry implemented?");
    expect(unquotedLines(answer, heard)).toEqual([]);
    const invented = "> Tries again for a whole day.";
    expect(unquotedLines(`${answer}\n${invented}`, heard)).toEqual([invented]);
    const altered = answer.replace("while the plug is loose", "while the plug is hot");
    expect(altered).not.toBe(answer);
    expect(unquotedLines(altered, heard)).toHaveLength(1);
    const moved = answer.replaceAll("src/retry.ts", "src/retrial.ts");
    expect(unquotedLines(moved, heard).length).toBeGreaterThan(0);
  });
});

test("the same request gives the same bytes, a hundred times", () => {
  const questions = [
    "Where is the retry implemented and what are its limits?",
    "What is the difference between mode and trust?",
    "Which exit codes are there?",
    "What did we decide about the harbour lamp?",
    "Where is the harbour lamp?",
  ];
  const world = {
    tools: ["semantic_search", "memory_search"],
    said: ["The harbour lamp is green.", "The harbour lamp was red."],
  };
  for (const asked of questions) {
    const first = JSON.stringify(playTurn(smallProject(), asked, world));
    for (let run = 0; run < 100; run++) {
      expect(JSON.stringify(playTurn(smallProject(), asked, world))).toBe(first);
    }
  }
});
