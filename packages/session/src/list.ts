import { join } from "node:path";
import type { SessionSummary } from "@squire/protocol";
import { ifThere } from "./disk.ts";
import { isLocked } from "./log/lock.ts";
import { lockPath } from "./log/open.ts";
import { parseLogName, projectKey, sessionsPath } from "./paths.ts";
import type { LogName } from "./paths.ts";
import type { SessionPorts } from "./ports.ts";
import type { Summary } from "./summary.ts";
import { summarise } from "./summarise.ts";
import { readIndex, writeIndex } from "./summary-index.ts";
import type { Summarised } from "./summary-index.ts";
import { knownCost } from "./tree/usage.ts";

export type ListedSession = SessionSummary & {
  readonly path: string;
  readonly name: string | null;
  readonly parentSession: string | null;
  /** The beginning of the first message, for where there is no title. */
  readonly preview: string | null;
  /** It was brought in from elsewhere: nobody knows whose words it holds. */
  readonly imported: boolean;
};

export type SessionList = {
  /** Last used first. */
  readonly sessions: readonly ListedSession[];
  /** Files that should be sessions and cannot be opened. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
};

const AT_ONCE = 32;

/** All sessions, or those of one folder (SES-6). Needs no lock. */
export async function listSessions(
  ports: SessionPorts,
  home: string,
  cwd?: string,
): Promise<SessionList> {
  const root = sessionsPath(home);
  const projects = cwd === undefined ? await namesIn(ports, root) : [projectKey(cwd)];
  const lists: SessionList[] = [];
  for (const project of projects) lists.push(await listProject(ports, join(root, project)));
  return {
    sessions: lists
      .flatMap(({ sessions }) => sessions)
      .sort((a, b) => b.updatedAt - a.updatedAt || b.createdAt - a.createdAt),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

type Found = { readonly file: string; readonly name: LogName };

/** The logs of a project folder, by name. */
export async function logsIn(ports: SessionPorts, folder: string): Promise<readonly Found[]> {
  return logsAmong(await namesIn(ports, folder));
}

async function listProject(ports: SessionPorts, folder: string): Promise<SessionList> {
  const { disk, ids } = ports;
  const names = await namesIn(ports, folder);
  const logs = logsAmong(names);
  if (logs.length === 0) return { sessions: [], problems: [] };
  const kept = await readIndex(disk, folder);
  const index = new Map<string, Summarised>();
  const problems: SessionList["problems"][number][] = [];
  await eachOf(logs, async ({ file, name }) => {
    const path = join(folder, file);
    const result = await summariseAt(ports, path, name, kept.get(file));
    if (result.kind === "done") index.set(file, result.summarised);
    else if (result.kind === "problem") problems.push({ path, message: result.message });
  });
  const changed = index.size !== kept.size || [...index].some(([f, s]) => kept.get(f) !== s);
  if (changed) await writeIndex(disk, folder, index, ids());
  const locks = new Set(names);
  const sessions = await Promise.all(
    [...index].map(async ([file, { summary }]) => {
      const path = join(folder, file);
      const running = locks.has(lockPath(file)) && (await isLocked(ports, lockPath(path)));
      return listed(summary, path, running);
    }),
  );
  return { sessions, problems };
}

async function summariseAt(
  ports: SessionPorts,
  path: string,
  name: LogName,
  kept: Summarised | undefined,
): Promise<Awaited<ReturnType<typeof summarise>> | { readonly kind: "gone" }> {
  try {
    return (await ifThere(summarise(ports, path, name, kept))) ?? { kind: "gone" };
  } catch (error) {
    const message = error instanceof Error ? error.message : "It cannot be read.";
    return { kind: "problem", message };
  }
}

function listed(summary: Summary, path: string, running: boolean): ListedSession {
  const { id, title, cwd, turns, createdAt, updatedAt, name, parentSession, preview, imported } =
    summary;
  const costUsd = knownCost(summary.usage);
  const base = { id, title, cwd, turns, costUsd, createdAt, updatedAt, running };
  return { ...base, path, name, parentSession, preview, imported };
}

async function namesIn({ disk }: SessionPorts, folder: string): Promise<readonly string[]> {
  try {
    return (await ifThere(disk.readdir(folder))) ?? [];
  } catch (error) {
    // A stray file among the projects.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return [];
    throw error;
  }
}

function logsAmong(names: readonly string[]): readonly Found[] {
  return names.flatMap((file) => {
    const name = parseLogName(file);
    return name === null ? [] : [{ file, name }];
  });
}

async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
