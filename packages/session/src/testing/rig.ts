import type { SessionPorts } from "../ports.ts";
import type { Disk } from "../disk.ts";
import type { Owner, ProcessTable } from "../log/process-table.ts";
import { fakeIds } from "@squire/testkit";

export const START = Date.UTC(2030, 0, 1);

/** Time that goes on by a millisecond at each look; timers never fire, sleeping takes no time. */
export function quickClock(): SessionPorts["clock"] {
  let now = START;
  return {
    now: () => now++,
    sleep: async () => undefined,
    timer: () => ({ cancel: () => undefined }),
  };
}

export type FakeProcesses = ProcessTable & { kill(pid: number): void };

/** A machine with as many processes as are asked for; each call of `as` is another one. */
export function machine(host = "here"): { as(pid: number): FakeProcesses } {
  const dead = new Set<number>();
  const owner = (pid: number): Owner => ({ pid, host, scope: "boot", startedAt: `${pid}` });
  return {
    as: (pid) => ({
      self: () => owner(pid),
      stateOf: (other) => {
        if (other.host !== host) return "unknown";
        return dead.has(other.pid) ? "dead" : "alive";
      },
      kill: (victim) => void dead.add(victim),
    }),
  };
}

export function testPorts(disk: Disk, parts: Partial<SessionPorts> = {}): SessionPorts {
  return {
    disk,
    clock: quickClock(),
    ids: fakeIds("e"),
    processes: machine().as(1),
    ...parts,
  };
}
