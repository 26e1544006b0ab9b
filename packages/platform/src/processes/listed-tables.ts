import { MARK_VARIABLE, type Mark, type ProcessInfo, type ProcessTable } from "./process-info.ts";

/** macOS and the BSDs. */
export const psTable: ProcessTable = {
  list: () => ({
    all: parsePs(outputOf("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="])),
    isSteady: true,
  }),
  carriers(pids, mark) {
    const found = marked(mark);
    return new Set(pids.filter((pid) => found.has(pid)));
  },
  meet: (mark) => marked(mark),
};

/** There is no way to see another's environment; who belongs is told by parents alone. */
export const windowsTable: ProcessTable = {
  list: () => ({
    all: parseCim(outputOf("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", CIM])),
    isSteady: true,
  }),
  carriers: () => new Set(),
  meet: () => [],
};

const CIM =
  "Get-CimInstance Win32_Process | ForEach-Object { '{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate.Ticks }";

/** Lines of `pid ppid pgid stat lstart`, the last one a date in words. */
export function parsePs(text: string): readonly ProcessInfo[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line);
    if (match === null || match[4]?.startsWith("Z") === true) return [];
    const [pid = 0, parent = 0, group = 0] = match.slice(1, 4).map(Number);
    // Sessions are not told; 0 is nobody's.
    return { pid, parent, group, session: 0, started: Date.parse(match[5] ?? "") };
  });
}

function marked(mark: Mark): ReadonlySet<number> {
  return markedIn(outputOf("ps", ["-A", "-E", "-ww", "-o", "pid=,command="]), mark);
}

/** Lines of `pid command`, each command with its environment behind it. */
export function markedIn(text: string, { own }: Mark): ReadonlySet<number> {
  const isMarked = (word: string): boolean =>
    word.startsWith(`${MARK_VARIABLE}=`) && word.includes(own);
  const lines = text.split("\n").filter((line) => line.split(/\s+/).some(isMarked));
  return new Set(lines.map((line) => Number.parseInt(line, 10)));
}

/** Lines of `pid parent ticks`. */
export function parseCim(text: string): readonly ProcessInfo[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const match = /^(\d+) (\d+) (\d+)$/.exec(line.trim());
    if (match === null) return [];
    const [pid = 0, parent = 0, started = 0] = match.slice(1).map(Number);
    return { pid, parent, group: 0, session: 0, started };
  });
}

function outputOf(program: string, args: readonly string[]): string {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync(program, [...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
    env: { ...process.env, LC_ALL: "C" },
  });
  return stdout ?? "";
}
