import { cpus } from "node:os";
import { dirname } from "node:path";
import { flagsOf } from "./flags.ts";
import { readRepo } from "./check/read-repo.ts";
import type { Step } from "./check/step.ts";
import { allSteps } from "./check/step.ts";

const values = flagsOf("npm run check -- [--only STEPS] [--skip STEPS]", {
  only: { type: "string" },
  skip: { type: "string" },
});
process.exitCode = await check(dirname(import.meta.dir), names(values.only), names(values.skip));

/** `npm run check [-- --only sizes,arrows | --skip tests]`: 0 when all is well. */
async function check(
  root: string,
  only: readonly string[] | null,
  skip: readonly string[] | null,
): Promise<number> {
  const steps = allSteps(root, readRepo(root));
  const known = new Set(steps.map(({ name }) => name));
  const unknown = [...(only ?? []), ...(skip ?? [])].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    console.error(`Unknown step: ${unknown.join(", ")}. There are: ${[...known].join(", ")}.`);
    return 2;
  }
  const chosen = steps.filter(
    ({ name }) => (only === null || only.includes(name)) && !(skip ?? []).includes(name),
  );
  const failed = await runAll(chosen, Math.max(2, cpus().length));
  console.log(failed === 0 ? "all well" : `${failed} of ${chosen.length} steps failed`);
  return failed === 0 ? 0 : 1;
}

/** Runs `width` steps at a time and tells each one's end; gives the number that failed. */
async function runAll(steps: readonly Step[], width: number): Promise<number> {
  const waiting = [...steps];
  let failed = 0;
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) failed++;
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return failed;
}

async function runStep(step: Step): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, note, details } = await step.run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const mark = ok ? "✓" : "✗";
  console.log(`${mark} ${step.name} ${seconds} s${note === undefined ? "" : ` (${note})`}`);
  if (!ok) console.log(details.replaceAll(/^/gm, "    "));
  return ok;
}

function names(list: string | undefined): readonly string[] | null {
  return list === undefined ? null : list.split(",").map((name) => name.trim());
}
