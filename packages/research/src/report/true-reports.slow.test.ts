import { expect, test } from "bun:test";
import { memoryNotebook, page } from "../testing/memory-notebook.ts";
import { trueClaims } from "../testing/true-claims.ts";
import { verifyReport } from "../verify/verify-report.ts";
import { makeReport } from "./make-report.ts";
import { flawsIn } from "./settle-report.ts";

test("RES-8: 500 true sentences in reports are not flagged, and are verified; planted faults are found", async () => {
  const { notebook } = memoryNotebook();
  const claims = trueClaims(500, 2);
  for (const [at, { title, text, quote, sentence }] of claims.entries()) {
    const place = `https://s${at}.test/page`;
    notebook.open(page(place, text, title));
    expect(await notebook.note({ claim: sentence, quote, source: place })).toMatchObject({
      type: "noted",
      note: { status: "verified" },
    });
  }
  const draft = claims.map(({ sentence }, at) => `- ${sentence} [${at + 1}]`).join("\n");
  expect(flawsIn(draft, notebook.notes)).toEqual([]);
  const about = { question: "?", searches: 2, partial: null, notes: notebook.notes };
  const report = makeReport({ ...about, draft });
  const texts = new Map(notebook.sources.stored().map((source) => [source.sha256, source]));
  const find = ({ sha256 = "" }) => {
    const own = texts.get(sha256);
    return Promise.resolve(own === undefined ? null : { text: own.text, sha256: own.sha256 });
  };
  expect(await verifyReport(report, find)).toMatchObject({ ok: true, counts: { verified: 500 } });
  const planted = claims.flatMap(({ wrong }, at) =>
    Object.values(wrong).map((sentence) => `- ${sentence} [${at + 1}]`),
  );
  const missed = planted.filter((line) => flawsIn(line, notebook.notes).length === 0);
  expect(missed).toEqual([]);
});
