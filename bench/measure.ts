import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Contestant = {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export type Sample = { readonly wallMs: number; readonly startedAt: number };

/** Runs a command to its end. Anything but exit code 0 is a broken benchmark, not a slow one. */
export async function runOnce(
  contestant: Contestant,
  args: readonly string[],
  cwd: string,
): Promise<Sample> {
  const startedAt = performance.now();
  const child = Bun.spawn([...contestant.command, ...args], {
    cwd,
    env: { ...contestant.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [, complaint, code] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const wallMs = performance.now() - startedAt;
  if (code !== 0)
    throw new Error(`${contestant.name} ${args.join(" ")} exited ${code}: ${complaint}`);
  return { wallMs, startedAt };
}

const GNU_TIME = "/usr/bin/time";

/**
 * Largest resident size of a run in MB, or null without GNU time. The numbers of the spawning
 * process cannot be used: they start at its own size.
 */
export async function peakMb(
  contestant: Contestant,
  args: readonly string[],
  cwd: string,
): Promise<number | null> {
  if (!existsSync(GNU_TIME)) return null;
  const report = join(cwd, "peak.txt");
  const command = [GNU_TIME, "-f", "%M", "-o", report, ...contestant.command];
  await runOnce({ ...contestant, command }, args, cwd);
  return Number(readFileSync(report, "utf8").trim()) / 1024;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
