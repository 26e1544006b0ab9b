import { jailWriter } from "../../packages/safety/src/jail/testing/jail-writer.ts";
import { raceSwaps } from "../../packages/safety/src/jail/testing/swap-race.ts";
import type { Torture } from "./torture.ts";

const FLIPS = 100_000;

/** Links that change places with folders and files while the jail writes (S23). */
export const swapRace: Torture = {
  name: "swap-race",
  async run(_seed, scale = 1) {
    const failures: string[] = [];
    let cases = 0;
    for (const swapped of ["folder", "file"] as const) {
      const result = await raceSwaps(jailWriter, swapped, { flips: Math.ceil(FLIPS * scale) });
      cases += result.flips;
      if (result.escape !== null)
        failures.push(`${swapped}: the outside changed, ${result.escape}`);
      if (result.written === 0) failures.push(`${swapped}: nothing was written`);
    }
    return { cases, failures };
  },
};
