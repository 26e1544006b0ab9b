import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import type { SessionPorts, SessionStore } from "@squire/session";
import { freeMemory, systemClock } from "@squire/platform";
import { recoverRestores } from "./session/recover-restores.ts";

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

/**
 * The sessions of this user, under `SQUIRE_HOME`. Touches nothing until it is asked. Before one is
 * opened or begun, restores that were cut off are ended (SES-22); `tell` hears about them.
 */
export function sessionStore(
  home: string,
  tell?: Tell,
  ports: SessionPorts = sessionPorts(),
): SessionStore {
  const store = fileStore(ports, home);
  return {
    ...store,
    create: async (session) => {
      await endCutOffRestores(home, tell);
      return store.create(session);
    },
    open: async (key, cwd) => {
      await endCutOffRestores(home, tell);
      return store.open(key, cwd);
    },
  };
}

/** Whoever says things to the user, a line each. */
type Tell = (message: string) => void;

export async function endCutOffRestores(home: string, tell: Tell = () => {}): Promise<void> {
  for (const message of await recoverRestores(sessionPorts(), home)) tell(message);
}
