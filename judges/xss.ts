import { comesWithChromium } from "@squire/testkit/browser";
import { openInertBench, type InertBench } from "@squire/web/testing";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Judge, Verdict } from "./judge.ts";
import { Tally } from "./judge.ts";

type Payload = { readonly id: string; readonly payload: string };

/** Shown at once; one that comes alive is then looked for alone. */
const BATCH = 100;
/** Without the sanitiser so many of the first ones must be seen, or the watch proves nothing. */
const TWIN_BATCH = 20;

/**
 * Attack strings in every place of the page where text of strangers stands, in a real browser: nothing
 * runs, nothing is asked for, and the policy of the page has nothing to stop.
 */
export const xssJudge: Judge = {
  name: "xss",
  needs: "judges/xss",
  run: async (folder) => {
    const bench = await openInertBench("as it is");
    if (bench === null) return withoutBrowser();
    await using open = bench;
    return await judge(open, payloadsIn(folder));
  },
};

/** Where a browser must run, nothing was proved: that is no success. */
function withoutBrowser(): Verdict {
  const note = "no browser runs here";
  if (!comesWithChromium()) return { cases: 0, failures: [], note };
  const failure = `${note}, although npm brings one along; see the slow test of packages/testkit`;
  return { cases: 1, failures: [failure], note };
}

async function judge(bench: InertBench, payloads: readonly Payload[]): Promise<Verdict> {
  const tally = new Tally();
  for (let at = 0; at < payloads.length; at += BATCH) {
    const batch = payloads.slice(at, at + BATCH);
    const found = await bench.show(batch.map(({ payload }) => payload));
    const guilty = found.length === 0 ? new Map() : await oneByOne(bench, batch);
    for (const { id, payload } of batch) {
      const what = guilty.get(id);
      tally.check(what === undefined, () => `${id} ${payload.slice(0, 80)}: ${what}`);
    }
    // What is seen together and not alone still counts.
    if (found.length > 0 && guilty.size === 0) tally.check(false, () => found.join("; "));
  }
  const seen = await twinSees(payloads.slice(0, TWIN_BATCH));
  tally.check(seen > 0, () => "the twin without a sanitiser was not seen");
  const places = "reply, list, quote, link, image, call, output, file name, title, error";
  return tally.verdict(`${payloads.length} texts in ${places}; twin: ${seen} came alive`);
}

async function oneByOne(
  bench: InertBench,
  batch: readonly Payload[],
): Promise<ReadonlyMap<string, string>> {
  const guilty = new Map<string, string>();
  for (const { id, payload } of batch) {
    const [what] = await bench.show([payload]);
    if (what !== undefined) guilty.set(id, what);
  }
  return guilty;
}

async function twinSees(payloads: readonly Payload[]): Promise<number> {
  await using twin = await openInertBench("without sanitiser");
  if (twin === null) return 0;
  // One of them may take the twin's page somewhere else: that is seen as well.
  const found = await twin
    .show(payloads.map(({ payload }) => payload))
    .catch((error: unknown) => [String(error)]);
  return found.length;
}

function payloadsIn(folder: string): readonly Payload[] {
  return ["dompurify.jsonl", "payloads.jsonl"].flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Payload),
  );
}
