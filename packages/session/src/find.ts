import { join } from "node:path";
import { LogError } from "./log/log-error.ts";
import { listSessions, logsIn } from "./list.ts";
import { parseLogName, sessionName, sessionsPath } from "./paths.ts";
import type { LogName } from "./paths.ts";
import type { SessionPorts } from "./ports.ts";
import { ifThere } from "./disk.ts";

/** A session on disk. */
export type SessionRef = { readonly id: string; readonly path: string };

/**
 * The one session a key means: its id, the beginning of its id, or its name; a name prefers the
 * folder `cwd`. Rejects with `not_found`, or with `invalid` when it may mean several.
 */
export async function findSession(
  ports: SessionPorts,
  home: string,
  key: string,
  cwd?: string,
): Promise<SessionRef> {
  const all = await allLogs(ports, home);
  const exact = all.filter(({ id }) => id === key);
  const begun = key === "" ? [] : all.filter(({ id }) => id.startsWith(key));
  const named = exact.length > 0 ? [] : await withName(ports, home, key, cwd);
  const found = [exact, named, begun].find((matches) => matches.length > 0) ?? [];
  const [first, ...others] = found;
  if (first === undefined) throw noSession(key);
  if (others.length > 0) throw severalSessions(key, found);
  return first;
}

async function allLogs(ports: SessionPorts, home: string): Promise<readonly SessionRef[]> {
  const root = sessionsPath(home);
  const projects = (await ifThere(ports.disk.readdir(root))) ?? [];
  const lists = await Promise.all(
    projects.map(async (project) => {
      const folder = join(root, project);
      return (await logsIn(ports, folder)).map(({ file, name }) => refOf(folder, file, name));
    }),
  );
  return lists.flat();
}

function refOf(folder: string, file: string, { id }: LogName): SessionRef {
  return { id, path: join(folder, file) };
}

async function withName(
  ports: SessionPorts,
  home: string,
  key: string,
  cwd: string | undefined,
): Promise<readonly SessionRef[]> {
  if (key === "") return [];
  const name = sessionName(key);
  const { sessions } = await listSessions(ports, home);
  const named = sessions.filter((session) => session.name === name);
  const here = named.filter((session) => session.cwd === cwd);
  return (here.length > 0 ? here : named).map(({ id, path }) => ({ id, path }));
}

/** The last used session of a name in a folder. */
export async function namedSession(
  ports: SessionPorts,
  home: string,
  name: string,
  cwd: string,
): Promise<SessionRef | null> {
  const { sessions } = await listSessions(ports, home, cwd);
  const found = sessions.find((session) => session.name === sessionName(name));
  return found === undefined ? null : { id: found.id, path: found.path };
}

/** What the name of a log says about it. */
export function nameOf({ id, path }: SessionRef): LogName {
  const file = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return parseLogName(file) ?? { id, createdAt: 0 };
}

function noSession(key: string): LogError {
  return new LogError("not_found", `There is no session ${JSON.stringify(key)}.`, {
    advice: "List them with `squire session list`.",
  });
}

function severalSessions(key: string, found: readonly SessionRef[]): LogError {
  const ids = found.slice(0, 5).map(({ id }) => id);
  const more = found.length > ids.length ? ` and ${found.length - ids.length} more` : "";
  return new LogError("invalid", `${JSON.stringify(key)} may mean ${ids.join(", ")}${more}.`, {
    advice: "Give more of the id.",
  });
}
