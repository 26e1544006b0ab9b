import { describe, expect, test } from "bun:test";
import { notesFrom, page } from "../testing/memory-notebook.ts";
import { makeReport } from "./make-report.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { flawsIn, settleReport } from "./settle-report.ts";

const SOURCES = [
  page(
    "https://lights.test/kesel",
    "The lighthouse of Kesel was lit on 4 May 1871. It is 41 metres tall.",
    "Lights",
  ),
  page("https://almanac.test/k", "Kesel light: tower of 41 m, first lit in May 1871.", "Almanac"),
  page("https://blog.almanac.test/k", "The light of Kesel is 41 m tall, says our almanac.", "Blog"),
  page(
    "https://copy.test/k",
    "Note: The lighthouse of Kesel was lit on 4 May 1871. It is 41 metres tall.",
    "Copy",
  ),
];

const notes = () =>
  notesFrom(SOURCES, [
    ["https://lights.test/kesel", "The lighthouse of Kesel was lit on 4 May 1871."],
    ["https://almanac.test/k", "Kesel light: tower of 41 m, first lit in May 1871."],
    ["https://blog.almanac.test/k", "The light of Kesel is 41 m tall"],
    ["https://copy.test/k", "The lighthouse of Kesel was lit on 4 May 1871. It is 41 metres tall."],
    [
      "https://lights.test/kesel",
      "The lighthouse of Kesel was lit on 4 May 1871. It is 41 metres tall.",
    ],
  ]);

describe("RES-8: what a draft says is compared with what it cites", () => {
  test("a draft that stands up has no flaws and is numbered in the order it cites", async () => {
    const draft = "It was lit in May 1871 [2][1].\n\n- Its tower is 41 m tall [3].";
    expect(flawsIn(draft, await notes())).toEqual([]);
    const settled = settleReport(draft, await notes());
    expect(settled.markdown).toBe(
      "It was lit in May 1871 [1][2].\n\n- Its tower is 41 m tall [3].",
    );
    expect(settled.cited.map(({ n }) => n)).toEqual([2, 1, 3]);
    expect(settled.removed).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["an altered number", "It is 42 metres tall [5].", "values"],
    ["a name from nowhere", "It was built by Ann Berg [1].", "values"],
    ["a number that no note has", "It is 41 metres tall [9].", "unknown"],
    ["an address that was never opened", "It is tall ([see](https://other.test/)).", "unknown"],
    ["a made-up quotation", "It was “lit by the king himself” [1].", "quote"],
    ["a quotation of another source", "It was “first lit in May 1871” [1].", "quote"],
    ["no source", "It was the tallest of all in its time.", "uncited"],
  ])("%s is a flaw", async (_name, draft, kind) => {
    expect(flawsIn(draft, await notes())).toMatchObject([{ kind }]);
  });

  test("a quotation that stands elsewhere: the flaw says where", async () => {
    const [flaw] = flawsIn("It is a “tower of 41 m, first lit” thing [1].", await notes());
    expect(flaw?.why).toContain("it stands in the source of [2]");
  });

  test("a link to a source that was noted is a citation of it", async () => {
    const draft = "It was lit in May 1871 ([almanac](http://www.almanac.test/k/?utm_source=x)).";
    expect(settleReport(draft, await notes()).markdown).toBe(
      "It was lit in May 1871 ([almanac](http://www.almanac.test/k/?utm_source=x)[1]).",
    );
  });

  test("what falls leaves no holes: items, lists of sources and headings", async () => {
    const draft =
      "It is 41 metres tall [5].\n\n- It is made of cheese [8].\n- It was lit in 1871 [1].\n\n## Sources\n1. https://made.up/one\n";
    const { markdown, removed } = settleReport(draft, await notes());
    expect(markdown).toBe("It is 41 metres tall [1].\n\n- It was lit in 1871 [2].");
    expect(removed).toMatchObject([{ text: "It is made of cheese." }]);
  });
});

describe("RES-9: how well a sentence is backed", () => {
  test("two owners confirm; two pages of one owner, and copies, do not", async () => {
    const all = await notes();
    const support = (draft: string) => settleReport(draft, all).claims[0]?.independent;
    expect(support("It was lit in May 1871 [1][2].")).toBe(2);
    expect(support("It is 41 m tall [2][3].")).toBe(1);
    expect(support("It is 41 metres tall [4][5].")).toBe(1);
    expect(support("It is 41 metres tall [5].")).toBe(1);
  });

  test("other figures for the same thing are listed", async () => {
    const other = page("https://other.test/x", "The lighthouse of Kesel is 43 metres tall.");
    const both = await notesFrom(
      [...SOURCES, other],
      [
        [
          "https://lights.test/kesel",
          "It is 41 metres tall.",
          "The lighthouse of Kesel is 41 metres tall.",
        ],
        ["https://other.test/x", "The lighthouse of Kesel is 43 metres tall."],
      ],
    );
    const report = makeReport({
      question: "how tall?",
      draft: "It is 41 metres tall [1].",
      notes: both,
      searches: 2,
      partial: null,
    });
    const text = renderMarkdown(report);
    expect(text).toContain(
      "## Conflicts\n\n- The lighthouse of Kesel is 41 metres tall. [1] — but: The lighthouse of Kesel is 43 metres tall. (https://other.test/x)",
    );
    expect(text).toContain("- single source: [1]");
  });
});
