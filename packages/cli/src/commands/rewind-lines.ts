import { actionOf, whyDoubtful, whyLeft } from "@squire/host/rewind";
import type { Doubts, RewindPlan } from "@squire/host/rewind";
import { counted } from "../output/figures.ts";

const MAX_STEPS = 40;

/** What happens to the files of a folder; empty when nothing does. */
export function stepLines(workspace: string, steps: RewindPlan["files"][number]["steps"]): string {
  const lines = steps.flatMap((step) => {
    const action = actionOf(step);
    return action === null ? [] : [`  ${action.padEnd(13)}  ${pathLine(step.path)}`];
  });
  if (lines.length === 0) return `files in ${workspace}: already as they were\n`;
  const more = lines.length - MAX_STEPS;
  const rest = more > 0 ? [`  … and ${more} more; --json names them all`] : [];
  return [`files in ${workspace}:`, ...lines.slice(0, MAX_STEPS), ...rest, ""].join("\n");
}

/** What a person must see before anything is done; all of it. */
export function doubtLines({ conflicts, obstacles, later }: Doubts): string {
  const lines: string[] = [];
  if (conflicts.length > 0) {
    const count = counted(conflicts.length, "path");
    lines.push(`${count} may hold changes by others, which would be overwritten:`);
    for (const { path, reason } of conflicts)
      lines.push(`  ${pathLine(path)} (${whyDoubtful(reason)})`);
  }
  if (obstacles.length > 0) {
    lines.push(`${counted(obstacles.length, "path")} cannot be put back and would stay:`);
    for (const { path, reason } of obstacles)
      lines.push(`  ${pathLine(path)} (${whyLeft(reason)})`);
  }
  if (later.length > 0) {
    lines.push(`came after the rewind and would be taken back with it: ${numbers(later)}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Where changes cannot be known. */
export function uncoveredLines({ files }: RewindPlan): string {
  const lines = files.flatMap(({ uncovered }) =>
    uncovered.map(
      ({ path, reason }) => `not covered by snapshots: ${pathLine(path)} (${whyLeft(reason)})\n`,
    ),
  );
  return [...new Set(lines)].join("");
}

/** A name may hold anything: one with a line break must not look like two. */
export function pathLine(path: string): string {
  return /[\p{Cc}"]/u.test(path) ? JSON.stringify(path) : path;
}

/** `turn 3`, `turns 3 to 5`, `turns 3 and 5`. */
export function numbers(turns: readonly number[]): string {
  const [first = 0] = turns;
  const last = turns.at(-1) ?? first;
  if (turns.length === 1) return `turn ${first}`;
  if (turns.length > 2 && last - first + 1 === turns.length) return `turns ${first} to ${last}`;
  return `turns ${turns.slice(0, -1).join(", ")} and ${last}`;
}
