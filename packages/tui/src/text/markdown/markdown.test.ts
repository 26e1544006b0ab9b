import { beforeAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { Highlighter } from "../code/highlighter.ts";
import { lineText, lineWidth, type Line } from "../span.ts";
import { MarkdownStream } from "./markdown-stream.ts";
import { loadLexer, markdownLines, type Lex } from "./markdown.ts";

let lex: Lex = () => [];
const highlighter = new Highlighter();

beforeAll(async () => {
  lex = await loadLexer();
  await highlighter.load("ts");
});

function texts(source: string, width = 60): readonly string[] {
  return markdownLines(source, { lex, width, highlighter }).map(lineText);
}

describe("TUI-8: Markdown", () => {
  test("TUI-8: headings, emphasis, lists, quotes and rules", () => {
    const source =
      "# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n  - deep\n\n3. three\n4. four\n\n> said\n> so\n\n---\n";
    expect(texts(source)).toEqual([
      "Title",
      "",
      "Some bold and code.",
      "",
      "• one",
      "• two",
      "  • deep",
      "",
      "3. three",
      "4. four",
      "",
      "│ said so",
      "",
      "─".repeat(40),
    ]);
  });

  test("TUI-8: styles are spans with a tone", () => {
    const [line = []] = markdownLines("a **b** *c* ~~d~~ `e`", { lex, width: 60, highlighter });
    expect(line.filter(({ text }) => text.trim() !== "")).toMatchObject([
      { text: "a " },
      { text: "b", bold: true },
      { text: "c", italic: true },
      { text: "d", strike: true },
      { text: "e", tone: "code" },
    ]);
  });

  test("TUI-8: code is coloured line by line, and plain before its language is there", () => {
    const [line = []] = markdownLines('```ts\nconst x = "a"; // why\n```', {
      lex,
      width: 60,
      highlighter,
    });
    expect(line.map(({ tone }) => tone)).toContain("keyword");
    expect(line.map(({ tone }) => tone)).toContain("string");
    expect(lineText(line)).toBe('  const x = "a"; // why');
    const plain = new Highlighter().lines("let x", "ts");
    expect(plain).toEqual([[{ text: "let x", tone: "code" }]]);
  });

  test("TUI-8: Mermaid stays text", () => {
    expect(texts("```mermaid\ngraph TD\n  A --> B\n```")).toEqual(["  graph TD", "    A --> B"]);
  });

  test("TUI-8: a table shares the width by its words", () => {
    const source =
      "| name | what it does |\n|---|---:|\n| retry | waits as long as the server has asked for, then asks again |\n| 漢字 | wide |\n";
    const lines = texts(source, 40);
    expect(lines.every((text) => lineWidth([{ text }]) <= 40)).toBe(true);
    expect(lines[0]).toMatch(/^name +│ +what it does$/);
    expect(lines.join(" ")).not.toMatch(/wai\s*│|\bret\b/);
    // Too narrow for columns: records.
    expect(texts(source, 10).join("")).toStartWith("name:");
  });

  test("TUI-8: a link is only what is safe to open, and shows where it leads", () => {
    const [line = []] = markdownLines(
      "[docs](https://e.org/a b) [x](javascript:alert(1)) https://e.org",
      {
        lex,
        width: 200,
        highlighter,
      },
    );
    const links = line.flatMap(({ link }) => (link === undefined ? [] : [link]));
    expect(links.every((link) => link.startsWith("https://"))).toBe(true);
    const [fake = []] = markdownLines("[https://bank.com](https://evil.com)", {
      lex,
      width: 99,
      highlighter,
    });
    expect(lineText(fake)).toBe("https://bank.com (https://evil.com)");
  });

  test("TUI-8: no text of a stranger brings a control to the screen", () => {
    const noise = fc.array(
      fc.oneof(
        fc.constantFrom(
          "\u001b[2J",
          "\u001b]52;c;AA\u0007",
          "\u009b1m",
          "\u202e",
          "\r",
          "`",
          "```\n",
          "\t",
        ),
        fc.constantFrom("[a](http://x\u001b]0;t\u0007)", "| a |\n|-|\n", "- ", "\n\n", "> ", "# "),
        fc.string({ unit: "binary", maxLength: 6 }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(noise, fc.integer({ min: 1, max: 80 }), (pieces, width) => {
        for (const line of markdownLines(pieces.join(""), { lex, width, highlighter })) {
          for (const { text, link = "" } of line) {
            expect(text + link).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

const word = fc.constantFrom(
  "alpha",
  "beta",
  "漢字かな",
  "https://e.org/x",
  "`co de`",
  "**b o l d**",
  "😀",
  "e\u0301a",
);
const sentence = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(" "));
const block = fc.oneof(
  sentence,
  sentence.map((text) => `## ${text}`),
  fc
    .array(sentence, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((text) => `- ${text}`).join("\n")),
  fc
    .array(sentence, { minLength: 1, maxLength: 40 })
    .map((lines) => `\`\`\`ts\n${lines.join("\n")}\n\`\`\``),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((lines) => lines.map((text) => `> ${text}`).join("\n")),
  fc.tuple(sentence, sentence).map(([a, b]) => `| h | i |\n|---|---|\n| ${a} | ${b} |`),
);

describe("TUI-2: Markdown while it is written", () => {
  test("TUI-2 (part): wherever the text is cut, the lines handed over are those of the whole", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 25 });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), cuts, (blocks, places) => {
        const source = `${blocks.join("\n\n")}\n`;
        const options = { lex, width: 40, highlighter };
        const stream = new MarkdownStream(options);
        const lines: Line[] = [];
        for (const cut of places.map((place) => place % source.length).sort((a, b) => a - b)) {
          lines.push(...stream.update(source.slice(0, cut)).finished);
        }
        lines.push(...stream.finish(source));
        // A list whose later items stand apart cannot know that when its first ones are handed over.
        const shown = (all: readonly Line[]) => all.map(lineText).filter((text) => text !== "");
        expect(shown(lines)).toEqual(shown(markdownLines(source, options)));
      }),
      { numRuns: 300 },
    );
  });

  test("TUI-2 (part): finished blocks are not read again", () => {
    let read = 0;
    const counting: Lex = (source) => {
      read += source.length;
      return lex(source);
    };
    const stream = new MarkdownStream({ lex: counting, width: 60, highlighter });
    const paragraph = `${"word ".repeat(20).trim()}\n\n`;
    let source = "";
    for (let count = 0; count < 200; count++) {
      source += paragraph;
      stream.update(source);
    }
    // Every update reads its own paragraph a few times, never those before it.
    expect(read).toBeLessThan(200 * paragraph.length * 6);
  });

  test("TUI-2 (part): a long code block is handed over while it is open", () => {
    const stream = new MarkdownStream({ lex, width: 60, highlighter });
    const code = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const { finished, open } = stream.update(`\`\`\`\n${code.join("\n")}\n`);
    expect(finished.length).toBeGreaterThan(70);
    expect([...finished, ...open].map(lineText)).toEqual(code.map((text) => `  ${text}`));
  });
});
