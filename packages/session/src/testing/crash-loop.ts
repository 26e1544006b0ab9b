import { seededRandom } from "@squire/testkit";
import { countCalls, judgeDeath } from "./crash-judge.ts";
import type { Death, Twist } from "./crash-judge.ts";

export type LoopResult = { readonly cases: number; readonly failures: readonly string[] };

/** `runs` deaths at random calls, spread over a few scripts and every kind of death (R1, R2). */
export async function sampleDeaths(runs: number, seed: number, twist?: Twist): Promise<LoopResult> {
  const random = seededRandom(seed);
  const scripts = [seed, seed + 1, seed + 2];
  const lengths = await Promise.all(scripts.map((script) => countCalls(script, twist)));
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const which = run % scripts.length;
    const at = 1 + Math.floor(random() * (lengths[which] ?? 1));
    const death = kindOf(run, { seed: scripts[which] ?? seed, at }, random);
    faults.push(...(await judgeDeath(death, twist)));
  }
  return { cases: runs, failures: faults };
}

/** Every kind of death at every call of the scripts of `seeds` seeds. */
export async function everyDeath(seeds: number, seed: number): Promise<LoopResult> {
  const faults: string[] = [];
  let runs = 0;
  for (let script = seed; script < seed + seeds; script++) {
    const random = seededRandom(script);
    const calls = await countCalls(script);
    for (let at = 1; at <= calls; at++) {
      for (let kind = 0; kind < KINDS; kind++, runs++) {
        faults.push(...(await judgeDeath(kindOf(kind, { seed: script, at }, random))));
      }
    }
  }
  return { cases: runs, failures: faults };
}

const KINDS = 4;

function kindOf(kind: number, death: Death, random: () => number): Death {
  const tear = Math.floor(random() * 400);
  const power = random() < 0.5 ? 0 : Math.floor(random() * 600);
  switch (kind % KINDS) {
    case 0:
      return death;
    case 1:
      return { ...death, tear };
    case 2:
      return { ...death, power };
    default:
      return { ...death, tear, power };
  }
}
