import type { Host } from "@squire/host";
import type { UserFailure } from "@squire/protocol";
import type { OpenSession, SessionStore } from "@squire/session";
import type { Io } from "./io.ts";
import { readProgress } from "./output/read-progress.ts";

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
export async function openSessionFor(flags: SessionFlags, host: Host, io: Io): Promise<Opened> {
  const { openSessions } = await import("@squire/host");
  const { LogError } = await import("@squire/session");
  try {
    const { store } = await openSessions(host.home, readProgress(io));
    return { ok: true, session: await open(flags, store, host.cwd) };
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

async function open(flags: SessionFlags, store: SessionStore, cwd: string): Promise<OpenSession> {
  if (flags.noSession) return store.createEphemeral({ cwd });
  if (flags.resume !== undefined) return store.open(flags.resume, cwd);
  if (flags.session !== undefined) {
    const known = await store.named(flags.session, cwd);
    return known === null ? store.create({ cwd, name: flags.session }) : store.open(known.id, cwd);
  }
  if (!flags.continue) return store.create({ cwd });
  const [last] = (await store.list(cwd)).sessions;
  return last === undefined ? store.create({ cwd }) : store.open(last.id, cwd);
}
