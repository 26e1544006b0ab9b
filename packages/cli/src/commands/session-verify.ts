import { EXIT_CODES } from "@squire/protocol/values";
import type { LogProblem, LogVerdict } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted } from "../output/figures.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Verified = Omit<LogVerdict, "problems"> & {
  readonly id: string;
  readonly path: string;
  readonly problems: readonly (LogProblem | { readonly code: string; readonly message: string })[];
};

/** SES-5: checks the hashes of every line, of one session or of all. Changes nothing. */
export async function verifySessions(
  { flags, args }: Invocation<"session verify">,
  at: SessionsAt,
  io: Io,
): Promise<number> {
  const found = args.session === undefined ? null : await at.store.find(args.session, at.cwd);
  const sessions = await verified(at, io, found === null ? await everyLog(at) : [found]);
  const ok = sessions.every((session) => session.ok);
  const entries = sessions.reduce((sum, session) => sum + session.entries, 0);
  if (flags.json) {
    const problems = sessions.flatMap((one) =>
      one.problems.map((problem) => (found === null ? { session: one.id, ...problem } : problem)),
    );
    printJson(io, { ok, entries, problems, ...(found === null ? { sessions } : {}) });
  } else {
    io.stdout.write(terminalText(report(sessions)));
  }
  return ok ? EXIT_CODES.ok : EXIT_CODES.error;
}

type Ref = { readonly id: string; readonly path: string };

/** Also those that cannot be opened. */
async function everyLog({ store }: SessionsAt): Promise<readonly Ref[]> {
  const { sessions, problems } = await store.list();
  return [...sessions, ...problems.map(({ path }) => ({ id: idIn(path), path }))];
}

function idIn(path: string): string {
  return /Z_([^/\\]+)\.jsonl$/.exec(path)?.[1] ?? path;
}

async function verified(
  { ports }: SessionsAt,
  io: Io,
  refs: readonly Ref[],
): Promise<readonly Verified[]> {
  const { verifyLog } = await import("@squire/session");
  const results: Verified[] = [];
  for (const { id, path } of refs) {
    io.signal.throwIfAborted();
    const verdict = await verifyLog(ports.disk, path, ports).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, entries: 0, problems: [{ code: "storage", message }] };
    });
    results.push({ id, path, ...verdict });
  }
  return results;
}

function report(sessions: readonly Verified[]): string {
  const bad = sessions.filter((session) => !session.ok);
  const lines = bad.flatMap(({ id, path, problems }) => [
    `${id} ${path}`,
    ...problems.map(({ message }) => `  ${message}`),
  ]);
  const entries = sessions.reduce((sum, session) => sum + session.entries, 0);
  const checked = `${counted(sessions.length, "session")}, ${counted(entries, "entry", "entries")}`;
  const result = bad.length === 0 ? "all whole" : `${counted(bad.length, "session")} damaged`;
  return [...lines, `${checked}: ${result}`, ""].join("\n");
}
