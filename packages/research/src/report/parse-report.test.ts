import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseReport } from "./parse-report.ts";

const cites = (markdown: string) =>
  parseReport(markdown).sentences.map(({ text, markers }) => [
    text,
    markers.flatMap(({ labels }) => labels),
  ]);

describe("reports as they are written in the field", () => {
  test.each<[string, string, readonly (readonly [string, readonly string[]])[]]>([
    [
      "numbers before and behind the stop",
      "One is so [1]. Two is so.[2] Three. [3][4]",
      [
        ["One is so.", ["1"]],
        ["Two is so.", ["2"]],
        ["Three.", ["3", "4"]],
      ],
    ],
    [
      "lists and ranges of numbers",
      "All of it is so [1, 3–5].",
      [["All of it is so.", ["1", "3", "4", "5"]]],
    ],
    [
      "footnotes",
      'It is so[^a] and so[^2].\n\n[^a]: https://a.test/x "A"\n[^2]: B, https://b.test',
      [["It is so and so.", ["a", "2"]]],
    ],
    [
      "links in the words",
      "See [the study](https://a.test/s?x=1) for that.",
      [["See the study for that.", ["https://a.test/s?x=1"]]],
    ],
    [
      "bare addresses",
      "It is so (https://a.test/x). And <https://b.test/y> too.",
      [
        ["It is so ( ).", ["https://a.test/x"]],
        ["And too.", ["https://b.test/y"]],
      ],
    ],
    [
      "brackets of other tools",
      "It is so【3†source】 and 【12:0†paper.pdf】.",
      [["It is so and.", ["3", "12"]]],
    ],
    [
      "numbers that are links",
      "It is so [[1]](https://a.test/one).",
      [["It is so.", ["https://a.test/one"]]],
    ],
    [
      "tables",
      "| A | B |\n|---|---|\n| Kesel | 41 m [1] |",
      [
        ["A B", []],
        ["Kesel 41 m", ["1"]],
      ],
    ],
    [
      "items, quotes and emphasis",
      "- **One**: so [1]\n- Two\n  goes on [2]\n\n> said [3]",
      [
        ["One: so", ["1"]],
        ["Two goes on", ["2"]],
        ["said", ["3"]],
      ],
    ],
    [
      "headings, code and front matter are not read",
      "---\na: b [9]\n---\n# Title [9]\n\n```\nx = a[9]\n```\n\nBut this [1].",
      [["But this.", ["1"]]],
    ],
    [
      "what looks like a number and is none",
      "An array `a[0]` has [ ] and [x](#here) and [1](rel/path).",
      [["An array a[0] has [ ] and [x](#here) and [1](rel/path).", []]],
    ],
  ])("%s", (_name, markdown, expected) => {
    expect(cites(markdown)).toEqual(expected as never);
  });

  test.each<[string, string]>([
    [
      "a numbered list",
      "## Sources\n\n1. [A page](https://a.test/1) (2024)\n2. B. https://b.test/2.",
    ],
    ["brackets", "**References**\n\n[1] A page, https://a.test/1\n[2] B https://b.test/2"],
    ["items", '### Works cited\n- [1]: <https://a.test/1>\n- [2] "B" (https://b.test/2)'],
    ["definitions", '[1]: https://a.test/1 "A page"\n[2]: https://b.test/2'],
    ["another language", "# Quellen\n1) https://a.test/1\n2) https://b.test/2"],
  ])("lists of sources: %s", (_name, list) => {
    const { references, sentences } = parseReport(`It is so [1][2].\n\n${list}\n`);
    expect([references.get("1")?.url, references.get("2")?.url]).toEqual([
      "https://a.test/1",
      "https://b.test/2",
    ]);
    expect(sentences).toHaveLength(1);
  });

  test("a list of sources ends at the next heading of its level", () => {
    const { sentences } = parseReport(
      "## Sources\n1. https://a.test\n### More\n2. https://b.test\n## Then\nIt goes on [1].",
    );
    expect(sentences.map(({ text }) => text)).toEqual(["It goes on."]);
  });

  test("any text is read; places are in order, inside, and markers are inside of sentences or behind them", () => {
    const piece = fc.constantFrom(
      ..."[1]|[2, 3]|[^a]|[^a]: x|https://a.test|[x](https://b.test)|. |\n|\n\n|- |> |# Sources\n|| a ||```\n|**|Words here|1. |【3†s】|\uFEFF|---\n".split(
        "|",
      ),
      "|",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((all) => all.join("")),
          fc.string(),
        ),
        (text) => {
          let last = 0;
          for (const { start, end, markers } of parseReport(text).sentences) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeLessThanOrEqual(text.length);
            for (const marker of markers) expect(marker.end).toBeLessThanOrEqual(end);
            last = start;
          }
        },
      ),
    );
  });

  test("a long report is read in a moment: half a million references", () => {
    const long = "It is so [1]. ".repeat(120_000);
    expect(parseReport(long).sentences).toHaveLength(120_000);
  });
});
