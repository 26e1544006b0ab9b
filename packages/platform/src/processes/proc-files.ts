import type { Mark, ProcessInfo, ProcessTable } from "./process-info.ts";

/** Linux. */
export const procFiles: ProcessTable = {
  list(since) {
    const all: ProcessInfo[] = [];
    let isSteady = true;
    for (const pid of pids()) {
      const stat = statOf(pid);
      // Whoever is dead already may have left another behind who is not on the list.
      if (stat === null || (stat.isDead && stat.started >= since)) isSteady = false;
      if (stat?.isDead === false) all.push(stat);
    }
    return { all, isSteady };
  },
  carriers: (pids, mark) => new Set(pids.filter((pid) => carries(pid, mark))),
  *meet(mark) {
    // The dead keep their limits until somebody collects them.
    for (const pid of pids()) if (carries(pid, mark) && statOf(pid)?.isDead === false) yield pid;
  },
};

/** The newest first: whoever begets others fast is met before it is gone. */
function pids(): readonly number[] {
  const all = filesystem()
    .readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid));
  // Numbers are given out in turn and begin anew at some point.
  const last = load()?.last ?? Infinity;
  const age = (pid: number): number => (pid <= last ? last - pid : Number.MAX_SAFE_INTEGER - pid);
  return all.sort((one, other) => age(one) - age(other));
}

function statOf(pid: number): (ProcessInfo & { readonly isDead: boolean }) | null {
  const stat = textOf(pid, "stat");
  if (stat === null) return null;
  // The name in brackets may hold anything, also brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent = 0, group = 0, session = 0] = fields.slice(1, 4).map(Number);
  const isDead = fields[0] === "Z" || fields[0] === "X";
  return { pid, parent, group, session, started: Number(fields[19]), isDead };
}

/** When a process began; also of one that is dead and not collected. */
export function startOf(pid: number): number | null {
  return statOf(pid)?.started ?? null;
}

/** The limit on file locks of a process; null where there is none. */
export function locksOf(pid: number | "self"): number | null {
  const limit = /^Max file locks +(\d+) /m.exec(textOf(pid, "limits") ?? "")?.[1];
  return limit === undefined ? null : Number(limit);
}

/** All processes and threads of the machine. */
export function crowdSize(): number | null {
  return load()?.size ?? null;
}

function carries(pid: number, { own, locks }: Mark): boolean {
  const limit = locks === null ? null : locksOf(pid);
  // With a limit of its own it is of another call, and its environment need not be looked at.
  if (limit !== null) return limit === locks;
  // Whoever may not be looked at is not of ours.
  return textOf(pid, "environ")?.includes(own) === true;
}

/** How many there are, and the number that was given out last. */
function load(): { readonly size: number; readonly last: number } | null {
  try {
    const text = filesystem().readFileSync("/proc/loadavg", "latin1");
    const match = /\/(\d+) (\d+)/.exec(text);
    return match && { size: Number(match[1]), last: Number(match[2]) };
  } catch {
    return null;
  }
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
