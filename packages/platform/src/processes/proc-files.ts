import type { Mark, ProcessInfo, ProcessTable } from "./process-info.ts";

/** Linux. */
export const procFiles: ProcessTable = {
  list() {
    const found = pids().map(infoOf);
    return { all: found.filter((one) => one !== null), isSteady: !found.includes(null) };
  },
  carriers: (pids, mark) => new Set(pids.filter((pid) => carries(pid, mark))),
  *meet(mark) {
    // The dead keep their limits until somebody collects them.
    for (const pid of pids()) if (carries(pid, mark) && infoOf(pid) !== null) yield pid;
  },
};

/** The newest first: whoever begets others fast is met before it is gone. */
function pids(): readonly number[] {
  return filesystem()
    .readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .sort((one, other) => other - one);
}

function infoOf(pid: number): ProcessInfo | null {
  const stat = textOf(pid, "stat");
  // The name in brackets may hold anything, also brackets.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields === undefined || fields[0] === "Z" || fields[0] === "X") return null;
  const [parent = 0, group = 0, session = 0] = fields.slice(1, 4).map(Number);
  return { pid, parent, group, session, started: Number(fields[19]) };
}

/** When a process began; also of one that is dead and not collected. */
export function startOf(pid: number): number | null {
  const stat = textOf(pid, "stat");
  if (stat === null) return null;
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
}

/** The limit on file locks of a process; null where there is none. */
export function locksOf(pid: number | "self"): number | null {
  const limit = /^Max file locks +(\d+) /m.exec(textOf(pid, "limits") ?? "")?.[1];
  return limit === undefined ? null : Number(limit);
}

/** All processes and threads of the machine. */
export function crowdSize(): number | null {
  try {
    const load = filesystem().readFileSync("/proc/loadavg", "latin1");
    return Number(/\/(\d+)/.exec(load)?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}

function carries(pid: number, mark: Mark): boolean {
  return hasLimit(pid, mark) || hasVariable(pid, mark);
}

function hasLimit(pid: number, { locks }: Mark): boolean {
  return locks !== null && locksOf(pid) === locks;
}

function hasVariable(pid: number, { own }: Mark): boolean {
  // Whoever may not be looked at is not of ours.
  return textOf(pid, "environ")?.includes(own) === true;
}

function textOf(pid: number | "self", file: string): string | null {
  try {
    return filesystem().readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return null;
  }
}

/** Loaded with the first command: most runs have none. */
function filesystem() {
  return process.getBuiltinModule("node:fs");
}
