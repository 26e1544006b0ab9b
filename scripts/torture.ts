import { flagsOf } from "./flags.ts";
import { children } from "./torture/children.ts";
import { hostileCheckouts } from "./torture/hostile-checkouts.ts";
import { providerCuts } from "./torture/provider-cuts.ts";
import { swapRace } from "./torture/swap-race.ts";
import { shellOracle } from "./torture/shell-oracle.ts";
import type { Torture } from "./torture/torture.ts";
import { GATEWAY_TORTURES } from "../packages/gateway/torture/test-loops.ts";
import { MEMORY_TORTURES } from "../packages/memory/torture/test-loops.ts";
import { SESSION_TORTURES } from "../packages/session/torture/test-loops.ts";
import { TOOL_TORTURES } from "../packages/tools/torture/test-loops.ts";
import { FACE_TORTURES } from "../packages/tui/torture/test-loops.ts";

/** Heavy loops that would make `npm test` slow: `npm run torture [-- --only NAME] [--seed N] [--scale X]`. */
const TORTURES: readonly Torture[] = [
  providerCuts,
  children,
  swapRace,
  hostileCheckouts,
  shellOracle,
  ...SESSION_TORTURES,
  ...MEMORY_TORTURES,
  ...TOOL_TORTURES,
  ...FACE_TORTURES,
  ...GATEWAY_TORTURES,
];

const names = TORTURES.map(({ name }) => name).join(", ");
const flags = flagsOf(`npm run torture -- [--only NAME] [--seed N] [--scale X]\n${names}`, {
  only: { type: "string" },
  /** 1 is what a night can afford; 0.01 is a smoke test. */
  scale: { type: "string", default: "1" },
  seed: { type: "string", default: String(Date.now()) },
});
const seed = Number(flags.seed);
const scale = Number(flags.scale);
if (!Number.isSafeInteger(seed) || !(scale > 0)) {
  console.error("--seed is a whole number, --scale a number above 0.");
  process.exit(2);
}
if (flags.only !== undefined && !TORTURES.some(({ name }) => name === flags.only)) {
  console.error(`There is no ${flags.only}. There are: ${names}.`);
  process.exit(2);
}
let failed = 0;
let cases = 0;
for (const torture of TORTURES) {
  if (flags.only !== undefined && flags.only !== torture.name) continue;
  const started = performance.now();
  const verdict = await torture.run(seed, scale);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  cases += verdict.cases;
  failed += verdict.failures.length;
  console.log(
    `${torture.name.padEnd(18)} ${verdict.cases} cases, ${verdict.failures.length} failed, ${seconds} s, seed ${seed}`,
  );
  for (const note of verdict.notes ?? []) console.log(`  ${note}`);
  for (const failure of verdict.failures.slice(0, 10)) console.log(`  ✗ ${failure}`);
}
console.log(`${cases - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && cases > 0 ? 0 : 1;
