import type { SessionPorts, SessionStore } from "@squire/session";

/** The sessions of this user without the loop, for commands that only look at them. */
export async function openSessions(
  home: string,
  progress?: SessionPorts["progress"],
): Promise<{ readonly ports: SessionPorts; readonly store: SessionStore }> {
  const { sessionPorts, sessionStore } = await import("./sessions.ts");
  const ports = sessionPorts(progress);
  return { ports, store: sessionStore(home, ports) };
}
