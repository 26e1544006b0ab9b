import type { SessionPorts, SessionStore } from "@squire/session";

/** The sessions of this user without the loop, for commands that only look at them. */
export async function openSessions(
  home: string,
  tell?: (message: string) => void,
  progress?: SessionPorts["progress"],
): Promise<OpenedSessions> {
  const { endCutOffRestores, sessionPorts, sessionStore } = await import("./sessions.ts");
  const ports = sessionPorts(progress);
  return {
    ports,
    store: sessionStore(home, tell, ports),
    settle: () => endCutOffRestores(home, tell),
  };
}

export type OpenedSessions = {
  readonly ports: SessionPorts;
  readonly store: SessionStore;
  /** Puts files right as opening a session does, for one that is kept in memory alone. */
  readonly settle: () => Promise<void>;
};
