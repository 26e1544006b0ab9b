import { systemClock } from "../clock.ts";
import type { Lineage } from "./lineage.ts";

const FIRST_LOOK_MS = 5;
const LOOK_EVERY_MS = 100;
const RESTS = 3;
/** Nobody is left when nobody was seen so many times, which counts less when others came and went. */
const ENOUGH = 12;
const QUIET = { steady: 4, unsteady: 1 };
/** Who even a kill does not end hangs in the kernel. */
const MOST_KILLS = 60;
const MOST_KILLS_AT_EXIT = 20;

/** Asks everyone to end, kills those who do not, and resolves when nobody is left (SH-4, SH-17). */
export async function endLineage(
  lineage: Lineage,
  {
    clock,
    graceMs,
  }: { readonly clock: Pick<typeof systemClock, "timer">; readonly graceMs: number },
): Promise<void> {
  if (graceMs > 0 && !(await ask(lineage, { clock, graceMs }))) return;
  await killLineage(lineage);
}

/** Whether somebody is left after the time to end by themselves. */
async function ask(
  lineage: Lineage,
  { clock, graceMs }: Parameters<typeof endLineage>[1],
): Promise<boolean> {
  const asked = new Set<number>();
  if (lineage.ask(asked) === 0) return false;
  const patience = new AbortController();
  const grace = clock.timer(graceMs, () => patience.abort());
  const rest = restBetween();
  while (!patience.signal.aborted) {
    await rest(LOOK_EVERY_MS);
    // Whoever was born in between is asked as well.
    if (lineage.ask(asked) === 0) break;
  }
  grace.cancel();
  return true;
}

/** Again and again: those who beget others may have done so in between, out of sight. */
async function killLineage(lineage: Lineage): Promise<void> {
  const rest = restBetween();
  let quiet = 0;
  for (let count = 0; count < MOST_KILLS && quiet < ENOUGH; count++) {
    const { reached, isSteady } = lineage.kill();
    quiet = reached > 0 ? 0 : quiet + (isSteady ? QUIET.steady : QUIET.unsteady);
    await rest(quiet > 0 ? FIRST_LOOK_MS : LOOK_EVERY_MS);
  }
}

/**
 * Longer each time, and much longer than a look takes: where thousands run, looking is slow, and
 * others have to get on as well.
 */
function restBetween(): (mostMs: number) => Promise<void> {
  let [pause, since] = [FIRST_LOOK_MS, performance.now()];
  return async (mostMs) => {
    const lookMs = performance.now() - since;
    await systemClock.sleep(Math.max(Math.min(pause, mostMs), RESTS * lookMs));
    pause *= 2;
    since = performance.now();
  };
}

/** For the last moment of this process, in which nothing can be waited for. */
export function killLineageNow(lineage: Lineage): void {
  for (let count = 0; count < MOST_KILLS_AT_EXIT; count++) {
    const { reached, isSteady } = lineage.kill();
    if (reached === 0 && isSteady) return;
  }
}
