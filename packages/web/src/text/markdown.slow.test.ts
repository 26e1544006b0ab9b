import { afterAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { inPage, openBench } from "../testing/test-page.ts";

const bench = await openBench();
const watched = await bench?.open();
afterAll(async () => bench?.[Symbol.asyncDispose]());

const PARTS = [
  "# Head\n\n",
  "A *word* and **two** with `code`.\n\n",
  "- one\n- two\n  - three\n\n",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n",
  "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
  "> quoted\n> more\n\n",
  "1. first\n2. second\n\n",
  "<b>bold</b> & <i>x</i>\n\n",
  "[link](https://example.com) and https://example.org\n\n",
  "half a line",
];

/** Texts with the places where they were cut on their way. */
const grown = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""))
  .chain((text) =>
    fc.array(fc.nat(text.length), { maxLength: 8 }).map((cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
      return { text, pieces };
    }),
  );

describe.skipIf(watched === undefined)("Markdown in a real browser", () => {
  test("WUI-5 (part): a text that came in pieces looks like one that came whole", async () => {
    if (watched === undefined) throw new Error("There is no browser.");
    const { page } = watched;
    await fc.assert(
      fc.asyncProperty(grown, async ({ text, pieces }) => {
        const [whole, piecemeal] = await inPage(page, { text, pieces }, (window, given) =>
          window.markdown(given.text, given.pieces),
        );
        expect(piecemeal).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  test("S11 (part): an image is a link with its words, and a link shows where it leads", async () => {
    if (watched === undefined) throw new Error("There is no browser.");
    const text =
      "![a cat](https://evil.example/?q=1) [docs](https://docs.example/x) [file](src/a.ts)";
    const [shown] = await inPage(watched.page, text, (window, given) => window.markdown(given, []));
    expect(shown).toContain('href="https://evil.example/?q=1"');
    expect(shown).toContain(">a cat</a>");
    expect(shown).toContain('<span class="link-host">docs.example</span>');
    expect(shown).not.toContain("<img");
    expect(shown).toContain("file");
    expect(shown).not.toContain("src/a.ts");
  });

  test("code gets its colours, and its language stands above it", async () => {
    if (watched === undefined) throw new Error("There is no browser.");
    const { page } = watched;
    await inPage(page, null, (window) => {
      window.playDemo({ asks: false });
      window.begin();
    });
    await page.waitForSelector("figure.code .c-keyword");
    expect(await page.locator("figure.code figcaption span").innerText()).toBe("ts");
  });

  test("S45: hostile Markdown is shown as it stands, and the page goes on", async () => {
    if (watched === undefined) throw new Error("There is no browser.");
    for (const unit of ["[", "_a", "> ", "*a ", "`a``", "<a ", "- ", "![["]) {
      const text = unit.repeat(20_000);
      const [shown] = await inPage(watched.page, text, (window, given) =>
        window.markdown(given, []),
      );
      expect(shown.includes('class="plain"')).toBe(true);
    }
    expect(watched.foreign).toEqual([]);
  });
});
