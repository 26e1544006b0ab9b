import type { Disk } from "../disk.ts";
import { readMeter } from "./meter.ts";
import type { MeterPorts } from "./meter.ts";
import { logProblem } from "./problem.ts";
import type { LogProblem } from "./problem.ts";
import { readLog } from "./read.ts";

export type LogVerdict = {
  readonly ok: boolean;
  /** How many entries are whole. */
  readonly entries: number;
  /** At most 1,000; the last one then says how many more there are. */
  readonly problems: readonly LogProblem[];
};

const MAX_PROBLEMS = 1000;

/** Checks every line's hash and its place in the chain (SES-5). Needs no lock, changes nothing. */
export async function verifyLog(
  disk: Disk,
  path: string,
  ports: MeterPorts = {},
): Promise<LogVerdict> {
  const meter = readMeter(ports, { path, bytes: (await disk.stat(path)).size });
  const problems: LogProblem[] = [];
  let entries = 0;
  let more = 0;
  let headers = 0;
  for await (const line of readLog(disk, path)) {
    meter.reached(line.end);
    if (line.kind === "entry") entries++;
    if (line.kind === "header") headers++;
    if (line.problem === undefined) continue;
    if (problems.length < MAX_PROBLEMS - 1) problems.push(line.problem);
    else more++;
  }
  meter.end();
  if (headers === 0 && problems.length === 0) {
    problems.push(logProblem("header", { line: 1, offset: 0 }, "the file is empty"));
  }
  const last = problems.at(-1);
  if (more > 0 && last !== undefined) {
    problems.push({ ...last, message: `${more} more problems follow.` });
  }
  return { ok: problems.length === 0, entries, problems };
}
