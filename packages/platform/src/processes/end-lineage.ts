import { systemClock } from "../clock.ts";
import type { Lineage } from "./lineage.ts";

const FIRST_LOOK_MS = 5;
const LOOK_EVERY_MS = 100;
/** Who even a kill does not end hangs in the kernel. */
const MOST_KILLS = 40;
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
  if (lineage.signal("SIGTERM") === 0) return false;
  const patience = new AbortController();
  const grace = clock.timer(graceMs, () => patience.abort());
  for (let pause = FIRST_LOOK_MS; !patience.signal.aborted; pause = longer(pause)) {
    await systemClock.sleep(pause);
    if (lineage.members().length === 0) break;
  }
  grace.cancel();
  return true;
}

/** Again and again: those who beget others may have done so in between. */
async function killLineage(lineage: Lineage): Promise<void> {
  let pause = FIRST_LOOK_MS;
  for (let count = 0; count < MOST_KILLS && lineage.signal("SIGKILL") > 0; count++) {
    await systemClock.sleep(pause);
    pause = longer(pause);
  }
}

/** For the last moment of this process, in which nothing can be waited for. */
export function killLineageNow(lineage: Lineage): void {
  for (let count = 0; count < MOST_KILLS_AT_EXIT && lineage.signal("SIGKILL") > 0; count++);
}

function longer(pause: number): number {
  return Math.min(pause * 2, LOOK_EVERY_MS);
}
