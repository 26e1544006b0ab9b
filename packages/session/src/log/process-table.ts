import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process as a lock names it. */
export type Owner = {
  readonly pid: number;
  readonly host: string;
  /** The space in which `pid` means something: a boot and a container. */
  readonly scope: string;
  /** When the process began, in the system's own words; null where it cannot be known. */
  readonly startedAt: string | null;
};

export type ProcessTable = {
  self(): Owner;
  /** `unknown` when the owner runs elsewhere, or when its number may belong to another by now. */
  stateOf(owner: Owner): "alive" | "dead" | "unknown";
};

/** The processes of this machine. */
export function systemProcesses(): ProcessTable {
  const self: Owner = {
    pid: process.pid,
    host: hostname(),
    scope: scopeOf(),
    startedAt: startOf(process.pid),
  };
  return {
    self: () => self,
    stateOf(owner) {
      if (owner.host !== self.host || owner.scope !== self.scope) return "unknown";
      if (!isRunning(owner.pid)) return "dead";
      const startedAt = startOf(owner.pid);
      if (startedAt === null || owner.startedAt === null) return "unknown";
      return startedAt === owner.startedAt ? "alive" : "dead";
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to somebody else, but it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function scopeOf(): string {
  const boot = fromSystem(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const space = fromSystem(() => readlinkSync("/proc/self/ns/pid"));
  return `${boot ?? ""} ${space ?? ""}`.trim();
}

/** Clock ticks since boot, the 22nd field; the second one is a name that may contain spaces. */
function startOf(pid: number): string | null {
  return fromSystem(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  });
}

/** Only Linux has these files; a zombie or a process just gone has none either. */
function fromSystem<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
