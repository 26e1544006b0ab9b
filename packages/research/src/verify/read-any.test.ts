import { expect, test } from "bun:test";
import fc from "fast-check";
import { readBundle } from "./bundle.ts";
import { readHtmlReport } from "./read-html.ts";
import { readMarkdownReport } from "./read-markdown.ts";
import { verifyForeign } from "./verify-foreign.ts";

const pieces = fc.constantFrom(
  "## Sources\n",
  "1. “a” — [t](https://a.test) · verified\n",
  "2. “b” — `x.md:3` · as of 2020-01-01T00:00:00.000Z · sha256 ",
  "a".repeat(64),
  '<meta name="squire-report" content="',
  "&quot;&lt;",
  '">',
  '{"format":"squire.report"',
  "[1] ",
  "\n",
  "}",
  "¶",
);
const texts = fc.oneof(
  fc.string(),
  fc.array(pieces).map((all) => all.join("")),
);

test("RES-8 (part): whatever a file holds, it is read or is none; nothing is thrown", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect([readBundle(text), readHtmlReport(text)]).toEqual([null, null]);
      const own = readMarkdownReport(text);
      if (own !== null) expect(own.citations.length).toBeGreaterThan(0);
      const verdict = verifyForeign(text);
      expect(verdict.counts.verified).toBe(0);
    }),
  );
});
