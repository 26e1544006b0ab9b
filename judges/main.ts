import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { flagsOf } from "../scripts/flags.ts";
import { bfclJudge } from "./bfcl.ts";
import { cranfieldJudge } from "./cranfield.ts";
import { injectionJudge } from "./injection.ts";
import { eventStreamJudge } from "./event-stream.ts";
import { hotpotJudge } from "./hotpot.ts";
import { htmlJudge } from "./html.ts";
import type { Judge, Verdict } from "./judge.ts";
import { jsonJudge } from "./json.ts";
import { locomoJudge } from "./locomo.ts";
import { providerStreamsJudge } from "./provider-streams.ts";
import { editsJudge } from "./edits.ts";
import { sessionsJudge } from "./sessions.ts";
import { shellJudge } from "./shell.ts";
import { xssJudge } from "./xss.ts";

const JUDGES: readonly Judge[] = [
  providerStreamsJudge,
  eventStreamJudge,
  jsonJudge,
  sessionsJudge,
  editsJudge,
  bfclJudge,
  htmlJudge,
  hotpotJudge,
  shellJudge,
  injectionJudge,
  xssJudge,
  locomoJudge,
  cranfieldJudge,
];
const SHOWN_FAILURES = 5;

const flags = flagsOf("npm run judge -- [--only NAMES] [--full] [--json] [--verbose]", {
  only: { type: "string" },
  full: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
});
const root = process.env["SQUIRE_JUDGES"] ?? resolve(import.meta.dir, "..", "..", "shared");
const chosen = JUDGES.filter(
  (judge) => flags.only === undefined || flags.only.split(",").includes(judge.name),
);
if (chosen.length === 0) {
  console.error(
    `No judge is called ${flags.only}. Known: ${JUDGES.map((judge) => judge.name).join(", ")}.`,
  );
  process.exit(2);
}
process.exitCode = await judgeAll();

async function judgeAll(): Promise<number> {
  const results: { name: string; verdict: Verdict | null }[] = [];
  for (const judge of chosen) {
    const folder = join(root, judge.needs);
    const verdict = existsSync(folder) ? await judge.run(folder, { full: flags.full }) : null;
    results.push({ name: judge.name, verdict });
    if (!flags.json) console.log(row(judge.name, verdict));
  }
  const cases = sum(results.map(({ verdict }) => verdict?.cases ?? 0));
  const failed = sum(results.map(({ verdict }) => verdict?.failures.length ?? 0));
  if (flags.json) console.log(JSON.stringify(results, null, 2));
  else {
    if (cases === 0) console.log(`No judge data in ${root}; set SQUIRE_JUDGES to its folder.`);
    console.log(`${cases - failed} passed, ${failed} failed`);
  }
  return failed === 0 ? 0 : 1;
}

function row(name: string, verdict: Verdict | null): string {
  if (verdict === null) return `${name.padEnd(18)} no data`;
  const { cases, failures, note } = verdict;
  const head = `${name.padEnd(18)} ${String(cases - failures.length).padStart(6)} of ${String(cases).padStart(6)}   ${note}`;
  const shown = flags.verbose ? failures : failures.slice(0, SHOWN_FAILURES);
  const more = failures.length - shown.length;
  return [
    head,
    ...shown.map((failure) => `  ✗ ${failure}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join("\n");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
