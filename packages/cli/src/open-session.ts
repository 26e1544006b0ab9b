import type { Host } from "@squire/host";
import type { UserFailure } from "@squire/protocol";
import type { OpenSession, SessionStore } from "@squire/session";

export type SessionFlags = {
  readonly continue: boolean;
  readonly resume?: string;
  readonly session?: string;
  readonly noSession: boolean;
};

export type Opened =
  | { readonly ok: true; readonly session: OpenSession }
  | { readonly ok: false; readonly failure: UserFailure };

/** The session a run belongs to, as the flags say (SES-6, SES-17). */
export async function openSessionFor(
  flags: SessionFlags,
  host: Host,
  cwd: string,
  tell?: (message: string) => void,
): Promise<Opened> {
  const { lastHere, leaveTrail, openSessions } = await import("@squire/host");
  const { LogError } = await import("@squire/session");
  try {
    const { store } = await openSessions(host.home, tell);
    const session = await open(
      flags,
      { store, here: () => lastHere(host.home, host.env, cwd) },
      cwd,
    );
    const { header, path } = session;
    if (path !== null) await leaveTrail(host.home, host.env, { cwd, sessionId: header.id });
    return { ok: true, session };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return {
      ok: false,
      failure: {
        code: error.code,
        message: error.message,
        advice: error.advice,
        retryable: error.code === "locked",
      },
    };
  }
}

type Places = {
  readonly store: SessionStore;
  /** The session last used in this terminal. */
  readonly here: () => Promise<string | null>;
};

async function open(
  flags: SessionFlags,
  { store, here }: Places,
  cwd: string,
): Promise<OpenSession> {
  if (flags.noSession) return store.createEphemeral({ cwd });
  if (flags.resume !== undefined) return store.open(flags.resume, cwd);
  if (flags.session !== undefined) {
    const known = await store.named(flags.session, cwd);
    return known === null ? store.create({ cwd, name: flags.session }) : store.open(known.id, cwd);
  }
  if (!flags.continue) return store.create({ cwd });
  const { sessions } = await store.list(cwd);
  const own = await here();
  const last = sessions.find(({ id }) => id === own) ?? sessions[0];
  return last === undefined ? store.create({ cwd }) : store.open(last.id, cwd);
}
