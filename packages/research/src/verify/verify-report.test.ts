import { expect, test } from "bun:test";
import { makeReport } from "../report/make-report.ts";
import { notesFrom, page } from "../testing/memory-notebook.ts";
import { verifyReport } from "./verify-report.ts";

const LIGHT = page(
  "https://lights.test/kesel",
  "The lighthouse of Kesel was lit on 4 May 1871. It is 41 metres tall.",
  "Lights",
);

async function reportOf(draft: string) {
  const notes = await notesFrom([LIGHT], [[LIGHT.place, "It is 41 metres tall."]]);
  const report = makeReport({ question: "how tall?", draft, notes, searches: 1, partial: null });
  const [note] = notes;
  const kept = { text: LIGHT.text, sha256: note?.source.sha256 ?? "" };
  return {
    report,
    verify: (body = report.body) => verifyReport({ ...report, body }, () => Promise.resolve(kept)),
  };
}

test("RES-8 (part): one sentence without a number that was slipped in is found", async () => {
  const { report, verify } = await reportOf("It is 41 metres tall [1].\n\n- So it is tall [1].");
  expect(await verify()).toMatchObject({ ok: true });
  const planted = "The king himself came to see it.";
  for (const body of [
    `${report.body} ${planted}`,
    `${planted} ${report.body}`,
    report.body.replace("- So", `- ${planted}\n- So`),
  ]) {
    const { ok, claims } = await verify(body);
    expect(ok).toBe(false);
    expect(claims.filter(({ problem }) => problem !== null)).toMatchObject([
      { text: planted, problem: "it cites nothing" },
    ]);
  }
});

test("RES-8 (part): what the report owns up to is excused, each mark for its own fault and sentence", async () => {
  const draft =
    "It is 41 metres tall [1]. It was built by Ann Berg of Northby [1]. It was the tallest of all in its time.";
  const { report, verify } = await reportOf(draft);
  expect(report.body).toContain("(⚠ no source)");
  expect(report.body).toContain("(⚠ not in the quote: “Ann”, “Berg”, “Northby”)");
  expect(await verify()).toMatchObject({ ok: true });
  const swapped = report.body.replace(/\(⚠ not[^)]*\)/, "(⚠ no source)");
  expect(await verify(swapped)).toMatchObject({ ok: false });
  expect(await verify(report.body.replace(" (⚠ no source)", ""))).toMatchObject({ ok: false });
  const hidden = `${report.body} The king ⚠ himself came to see it.`;
  expect(await verify(hidden)).toMatchObject({ ok: false });
});
