import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import type { SessionPorts, SessionStore } from "@squire/session";
import { systemClock } from "@squire/platform";

/** The seams of the session package, joined to the real machine. */
export function sessionPorts(): SessionPorts {
  return {
    disk: nodeDisk(),
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    processes: systemProcesses(),
  };
}

/** The sessions of this user, under `SQUIRE_HOME`. Touches nothing until it is asked. */
export function sessionStore(home: string): SessionStore {
  return fileStore(sessionPorts(), home);
}
