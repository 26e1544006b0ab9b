export type Contestant = {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

export type Sample = {
  readonly wallMs: number;
  readonly startedAt: number;
  readonly peakMb: number;
};

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
  return { wallMs, startedAt, peakMb: (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024 };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
