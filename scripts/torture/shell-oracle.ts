import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { analyse } from "../../packages/safety/src/shell/analyse.ts";
import {
  missedBy,
  reallyRun,
  shellPath,
  takenBy,
  takenWrongly,
} from "../../packages/safety/src/shell/test-bash-oracle.ts";
import { shellText } from "../../packages/safety/src/shell/test-shell-text.ts";
import type { Torture } from "./torture.ts";

const ROUNDS = 200;
const TEXTS = 500;

/** The parser of the gate against a real bash: what it refuses, and what it really runs (S16). */
export const shellOracle: Torture = {
  name: "shell-oracle",
  async run(seed, scale = 1) {
    const bash = shellPath("bash");
    if (bash === null) return { cases: 0, failures: [] };
    const failures: string[] = [];
    const rounds = Math.max(1, Math.round(ROUNDS * scale));
    for (let round = 0; round < rounds; round++) {
      const folder = mkdtempSync(join(tmpdir(), "squire-shell-"));
      const texts = fc.sample(shellText(), { numRuns: TEXTS, seed: seed + round });
      failures.push(...takenWrongly(texts, takenBy(bash, texts, folder)));
      const known = texts.filter((text) => analyse(text).doubts.length === 0);
      const empty = mkdtempSync(join(tmpdir(), "squire-shell-"));
      failures.push(...missedBy(analyse, known, reallyRun(bash, known, empty)));
      for (const used of [folder, empty]) rmSync(used, { recursive: true, force: true });
    }
    return { cases: rounds * TEXTS, failures };
  },
};
