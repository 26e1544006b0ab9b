import { resolve } from "node:path";
import type { Host } from "@squire/host";
import type { SessionPorts, SessionStore } from "@squire/session";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import type { HostFlags } from "../open-host.ts";
import { readProgress } from "../output/read-progress.ts";
import { terminalText } from "../output/terminal-text.ts";

/** Where the sessions are that a command works on. */
export type SessionsAt = {
  readonly host: Host;
  readonly home: string;
  /** The folder this command works in. */
  readonly cwd: string;
  readonly ports: SessionPorts;
  readonly store: SessionStore;
};

/** Runs a command over the sessions of this user. What fails for a reason is said in words. */
export async function withSessions(
  flags: HostFlags,
  io: Io,
  run: (at: SessionsAt) => Promise<number>,
): Promise<number> {
  const host = await openHostFor(flags, io);
  const { openSessions } = await import("@squire/host");
  const { home } = host;
  const cwd = resolve(io.cwd, flags.cwd ?? ".");
  try {
    const tell = (message: string): void => say(io, message);
    const sessions = await openSessions(home, tell, readProgress(io));
    return await run({ host, home, cwd, ...sessions });
  } catch (error) {
    if (io.signal.aborted) return EXIT_CODES.aborted;
    const { LogError } = await import("@squire/session");
    if (!(error instanceof LogError)) throw error;
    say(io, error.message);
    say(io, error.advice);
    return error.code === "not_found" ? EXIT_CODES.usage : EXIT_CODES.error;
  }
}

/** A line for the user, beside the result. */
export function say(io: Io, message: string): void {
  io.stderr.write(`squire: ${terminalText(message)}\n`);
}

export function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
