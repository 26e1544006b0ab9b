import { systemClock } from "../clock.ts";
import type { Lineage } from "./lineage.ts";

const FIRST_LOOK_MS = 5;
const LOOK_EVERY_MS = 100;
/** Nobody is left when nobody was seen so many times; more often after somebody was born anew. */
const QUIET_LOOKS = 3;
const QUIET_LOOKS_AFTER_BIRTHS = 12;
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
  for (let pause = FIRST_LOOK_MS; !patience.signal.aborted; pause = longer(pause)) {
    await systemClock.sleep(pause);
    // Whoever was born in between is asked as well.
    if (lineage.ask(asked) === 0) break;
  }
  grace.cancel();
  return true;
}

/** Again and again: those who beget others may have done so in between, out of sight. */
async function killLineage(lineage: Lineage): Promise<void> {
  let [pause, quiet, enough] = [FIRST_LOOK_MS, 0, QUIET_LOOKS];
  for (let count = 0; count < MOST_KILLS && quiet < enough; count++) {
    const reached = lineage.kill();
    // Nobody comes back from a kill: whoever is there after it is another one, or not yet gone.
    if (reached > 0 && count > 0) enough = QUIET_LOOKS_AFTER_BIRTHS;
    quiet = reached > 0 ? 0 : quiet + 1;
    await systemClock.sleep(quiet > 0 ? FIRST_LOOK_MS : pause);
    pause = longer(pause);
  }
}

/** For the last moment of this process, in which nothing can be waited for. */
export function killLineageNow(lineage: Lineage): void {
  for (let count = 0; count < MOST_KILLS_AT_EXIT && lineage.kill() > 0; count++);
}

function longer(pause: number): number {
  return Math.min(pause * 2, LOOK_EVERY_MS);
}
