import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import type { SessionPorts, SessionStore } from "@squire/session";
import { freeMemory, systemClock } from "@squire/platform";

/** The seams of the session package, joined to the real machine. */
export function sessionPorts(progress?: SessionPorts["progress"]): SessionPorts {
  return {
    disk: nodeDisk(),
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    processes: systemProcesses(),
    freeMemory,
    ...(progress === undefined ? {} : { progress }),
  };
}

/** The sessions of this user, under `SQUIRE_HOME`. Touches nothing until it is asked. */
export function sessionStore(home: string, ports: SessionPorts = sessionPorts()): SessionStore {
  return fileStore(ports, home);
}
