import type { Host } from "@squire/host";
import type { UserFailure } from "@squire/protocol";
import type { OpenSession, SessionStore } from "@squire/session";
import type { Io } from "./io.ts";
import { terminalText } from "./output/terminal-text.ts";
import { readProgress } from "./output/read-progress.ts";

export type SessionFlags = {
  readonly continue: boolean;
  readonly resume?: string;
  readonly session?: string;
  readonly noSession: boolean;
};

type Failed = { readonly ok: false; readonly failure: UserFailure };

/** Where a run belongs; `resumes` says that there is something before it. */
export type SessionPlan = {
  readonly ok: true;
  readonly resumes: boolean;
  open(): Promise<{ readonly ok: true; readonly session: OpenSession } | Failed>;
};

/** The session a run belongs to, as the flags say (SES-6, SES-17). Opens and creates nothing yet. */
export async function planSession(
  flags: SessionFlags,
  { home, cwd, env }: Host,
  io: Io,
): Promise<SessionPlan | Failed> {
  const tell = (message: string): void => {
    io.stderr.write(`squire: ${terminalText(message)}\n`);
  };
  const store = once(async () => {
    const opened = await (await import("@squire/host")).openSessions(home, tell, readProgress(io));
    if (flags.noSession) await opened.settle();
    return opened.store;
  });
  const here = async () => (await import("@squire/host")).lastHere(home, env, cwd);
  const found = await caught(() => keyFor(flags, { store, here }, cwd));
  if (!found.ok) return found;
  const { value: key } = found;
  return {
    ok: true,
    resumes: key !== null,
    async open() {
      const sessions = await store();
      const opened = await caught(() =>
        key === null ? created(flags, sessions, cwd) : sessions.open(key, cwd),
      );
      if (!opened.ok) return opened;
      const { value: session } = opened;
      const { leaveTrail } = await import("@squire/host");
      const trail = { cwd, sessionId: session.header.id };
      if (session.path !== null) await leaveTrail(home, env, trail);
      return { ok: true, session };
    },
  };
}

/** The key of the session that `--continue`, `--resume` or `--session` means; null: there is none yet. */
export async function sessionKeyFor(
  flags: SessionFlags,
  { home, cwd, env }: Pick<Host, "home" | "cwd" | "env">,
  io: Io,
): Promise<{ readonly ok: true; readonly key: string | null } | Failed> {
  const { lastHere, openSessions } = await import("@squire/host");
  const tell = (message: string): void => {
    io.stderr.write(`squire: ${terminalText(message)}\n`);
  };
  const store = async () => (await openSessions(home, tell, readProgress(io))).store;
  const here = async () => lastHere(home, env, cwd);
  const found = await caught(async () => {
    const { resume } = flags;
    // A screen that opens on nothing would be a dead end.
    if (resume !== undefined) return (await (await store()).find(resume, cwd)).id;
    return keyFor(flags, { store, here }, cwd);
  });
  return found.ok ? { ok: true, key: found.value } : found;
}

type Places = {
  readonly store: () => Promise<SessionStore>;
  /** The session last used in this terminal (SES-10). */
  readonly here: () => Promise<string | null>;
};

/** The key of the session to go on with; null when there is none yet. */
async function keyFor(
  flags: SessionFlags,
  { store, here }: Places,
  cwd: string,
): Promise<string | null> {
  if (flags.noSession) return null;
  if (flags.resume !== undefined) return flags.resume;
  if (flags.session !== undefined) {
    return (await (await store()).named(flags.session, cwd))?.id ?? null;
  }
  if (!flags.continue) return null;
  const { sessions } = await (await store()).list(cwd);
  const own = await here();
  return (sessions.find(({ id }) => id === own) ?? sessions[0])?.id ?? null;
}

async function created(
  flags: SessionFlags,
  store: SessionStore,
  cwd: string,
): Promise<OpenSession> {
  if (flags.noSession) return store.createEphemeral({ cwd });
  const { session: name } = flags;
  return store.create({ cwd, ...(name === undefined ? {} : { name }) });
}

async function caught<T>(
  attempt: () => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | Failed> {
  try {
    return { ok: true, value: await attempt() };
  } catch (error) {
    const { LogError } = await import("@squire/session");
    if (!(error instanceof LogError)) throw error;
    const { code, message, advice } = error;
    return { ok: false, failure: { code, message, advice, retryable: code === "locked" } };
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
