import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import type { SessionPorts, SessionStore } from "@squire/session";
import { systemClock } from "@squire/platform";
import { recoverRestores } from "./session/recover-restores.ts";

/** The seams of the session package, joined to the real machine. */
export function sessionPorts(): SessionPorts {
  return {
    disk: nodeDisk(),
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    processes: systemProcesses(),
  };
}

/**
 * The sessions of this user, under `SQUIRE_HOME`. Touches nothing until it is asked. Before one is
 * opened or begun, restores that were cut off are ended (SES-22); `tell` hears about them.
 */
export function sessionStore(
  home: string,
  tell: (message: string) => void = () => {},
): SessionStore {
  const ports = sessionPorts();
  const store = fileStore(ports, home);
  const settle = async (): Promise<void> => {
    for (const message of await recoverRestores(ports, home)) tell(message);
  };
  return {
    ...store,
    create: async (session) => {
      await settle();
      return store.create(session);
    },
    open: async (key, cwd) => {
      await settle();
      return store.open(key, cwd);
    },
  };
}
