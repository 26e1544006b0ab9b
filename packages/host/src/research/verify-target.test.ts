import { expect, test } from "bun:test";
import type { Bundle } from "@squire/research";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { writeReport } from "./report-files.ts";
import { verifyFile } from "./verify-target.ts";

const TEXT = "The lighthouse of Kesel was lit in 1871. It is 41 metres tall.";
const QUOTE = "It is 41 metres tall.";
const PLACE = "https://lights.test/kesel";

function bundle(): Bundle {
  const sha256 = createHash("sha256").update(TEXT).digest("hex");
  const start = TEXT.indexOf(QUOTE);
  const source = { place: PLACE, title: "Lights", sha256, fetchedAt: new Date(0).toISOString() };
  return {
    format: "squire.report",
    version: 1,
    createdAt: new Date(0).toISOString(),
    sessionId: null,
    report: {
      question: "how tall?",
      answer: "It is 41 metres tall [1].",
      body: "It is 41 metres tall [1].",
      claims: [{ text: "It is 41 metres tall.", cites: [1], unbacked: [], independent: 1 }],
      citations: [
        {
          n: 1,
          claim: "It is 41 metres tall.",
          quote: QUOTE,
          source: PLACE,
          title: "Lights",
          start,
          end: start + QUOTE.length,
          status: "verified",
          sha256,
          fetchedAt: 0,
        },
      ],
      conflicts: [],
      removed: [],
      partial: null,
      searches: 1,
    },
    sources: [{ ...source, text: TEXT }],
  };
}

async function written(): Promise<TempWorkspace> {
  const home = await tempWorkspace({});
  await writeReport(bundle(), home.path("bundle"), null);
  return home;
}

const verify = (home: TempWorkspace) => verifyFile(home.path("bundle"), home.path("home"));

test("RES-8 (part): a folder is verified when its forms are what its data gives", async () => {
  await using home = await written();
  expect(await verify(home)).toMatchObject({ ok: true, kind: "bundle", problems: [] });
  await rm(home.path("bundle/report.html"));
  expect(await verify(home)).toMatchObject({ ok: true });
});

const GIVES = "it is not what report.json gives";
const HARMS: readonly (readonly [string, string, (text: string) => string, string])[] = [
  [
    "a sentence left out",
    "report.md",
    (text) => text.replace("It is 41 metres tall [1].", ""),
    GIVES,
  ],
  ["another question", "report.md", (text) => text.replace("how tall?", "how old?"), GIVES],
  [
    "a page of another report",
    "report.html",
    (text) => text.replaceAll("how tall?", "how old?"),
    GIVES,
  ],
  ["data that is none", "report.json", () => "{}", "it holds no report of Squire"],
];

for (const [name, file, change, problem] of HARMS) {
  test(`RES-8 (part): planted: ${name} in ${file} is told`, async () => {
    await using home = await written();
    const before = await home.read(`bundle/${file}`);
    expect(change(before)).not.toBe(before);
    await home.write(`bundle/${file}`, change(before));
    const verdict = await verify(home);
    expect(verdict).toMatchObject({ ok: false });
    expect(verdict?.problems).toContain(`${file}: ${problem}`);
  });
}

test("RES-8 (part): a form that cannot be read is a problem, not left out", async () => {
  await using home = await written();
  await rm(home.path("bundle/report.md"));
  await mkdir(home.path("bundle/report.md"));
  const verdict = await verify(home);
  expect(verdict).toMatchObject({ ok: false });
  expect(verdict?.problems.join()).toStartWith("report.md: ");
});
