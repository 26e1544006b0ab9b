import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTILE_CHECKOUTS } from "../../packages/safety/src/trust/testing/index.ts";
import type { HostileCheckout } from "../../packages/safety/src/trust/testing/index.ts";
import {
  openCheckout,
  OPENINGS,
  Watch,
} from "../../packages/cli/src/testing/hostile/open-checkout.ts";
import type { Opening } from "../../packages/cli/src/testing/hostile/open-checkout.ts";
import { sealedProgram } from "../../packages/cli/src/testing/hostile/programs.ts";
import { traceProblem } from "../../packages/cli/src/testing/hostile/run-traced.ts";
import { grantsOf } from "../../packages/cli/src/testing/hostile/try-everything.ts";
import { seededRandom } from "@squire/testkit";
import { compile } from "../build/compile.ts";
import type { Torture } from "./torture.ts";

type Case = {
  readonly checkout: HostileCheckout;
  readonly opening: Opening;
  readonly program: readonly string[];
  readonly as: "source" | "compiled";
};

/** Every hostile checkout, opened in every way, from source and with the program that ships (S29). */
export const hostileCheckouts: Torture = {
  name: "hostile-checkouts",
  async run(seed, scale = 1) {
    const problem = traceProblem();
    if (problem !== null) return { cases: 0, failures: [], notes: [`not run: ${problem}`] };
    const folder = mkdtempSync(join(tmpdir(), "squire-shipped-"));
    try {
      const cases = drawn(await allCases(folder), seed, scale);
      const failures: string[] = [];
      await using watch = await Watch.start();
      for (const { checkout, opening, program, as } of cases) {
        const complaints = await openCheckout(checkout, opening, program, watch);
        if (complaints.length > 0) failures.push(`${as}: ${complaints.join("; ")}`);
      }
      for (const checkout of HOSTILE_CHECKOUTS) failures.push(...(await grantsOf(checkout)));
      const ways = `${HOSTILE_CHECKOUTS.length} checkouts, ${OPENINGS.length} ways to open them`;
      return { cases: cases.length + HOSTILE_CHECKOUTS.length, failures, notes: [ways] };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function allCases(folder: string): Promise<readonly Case[]> {
  const entry = join(import.meta.dir, "../../packages/cli/src/main.ts");
  const shipped = await compile(entry, join(folder, "squire"));
  const source = await sealedProgram();
  return HOSTILE_CHECKOUTS.flatMap((checkout) =>
    OPENINGS.flatMap((opening): readonly Case[] => [
      { checkout, opening, program: source, as: "source" },
      { checkout, opening, program: [shipped.path], as: "compiled" },
    ]),
  );
}

/** All of them at scale 1, a part below. */
function drawn(cases: readonly Case[], seed: number, scale: number): readonly Case[] {
  const random = seededRandom(seed);
  return scale >= 1 ? cases : cases.filter(() => random() < scale);
}
