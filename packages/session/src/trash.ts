import { dirname, join } from "node:path";
import { artifactsFolder } from "./artifacts/artifact.ts";
import { ifThere } from "./disk.ts";
import type { Disk } from "./disk.ts";
import type { SessionRef } from "./find.ts";
import { acquireLock } from "./log/lock.ts";
import { LogError, storageError } from "./log/log-error.ts";
import { lockPath } from "./log/open.ts";
import { parseLogName, sessionsPath, trashPath } from "./paths.ts";
import type { SessionPorts } from "./ports.ts";
import { logIndexPath } from "./table/fits-log.ts";

/** How long deleted sessions can be had back. */
export const TRASH_MS = 30 * 24 * 60 * 60 * 1000;

/** Moves a session into the trash (SES-11). Rejects with `locked` while somebody uses it. */
export async function trashSession(
  ports: SessionPorts,
  home: string,
  { path }: SessionRef,
): Promise<void> {
  const { disk, clock } = ports;
  const trash = trashPath(home);
  const lock = await acquireLock(ports, lockPath(path));
  try {
    await disk.mkdir(trash);
    const folder = dirname(path);
    const project = folder.slice(dirname(folder).length + 1);
    const file = path.slice(folder.length + 1);
    const prefix = `${Math.floor(clock.now())}.${project}.`;
    // The log first: what stays behind when this is cut off is still where a restore wants it.
    for (const name of [file, ...(await companions(ports, folder, file))]) {
      await disk.rename(join(folder, name), join(trash, `${prefix}${name}`));
    }
    await disk.fsyncDir(trash);
    // What is only a copy is not kept for 30 days.
    await disk.unlink(logIndexPath(path)).catch(() => undefined);
    await disk.fsyncDir(folder);
  } catch (error) {
    throw storageError("delete", path, error);
  } finally {
    await lock.release();
  }
}

/** Brings a deleted session back to where it was; of several deletions, the last one. */
export async function restoreSession(
  { disk }: SessionPorts,
  home: string,
  id: string,
): Promise<SessionRef> {
  const found = (await trashed({ disk }, home)).findLast((item) => item.id === id);
  if (found === undefined) {
    throw new LogError("not_found", `There is no session ${id} in the trash.`, {
      advice: "Deleted sessions are kept for 30 days.",
    });
  }
  const folder = join(sessionsPath(home), found.project);
  const path = join(folder, found.file);
  try {
    await disk.mkdir(folder);
    // The log last: until then it is in the trash, and can be restored again.
    const trash = trashPath(home);
    for (const name of [...(await companions({ disk }, trash, found.name)), found.name]) {
      await disk.rename(join(trash, name), join(folder, name.slice(found.prefix.length)));
    }
    await disk.fsyncDir(folder);
    await disk.fsyncDir(trashPath(home));
  } catch (error) {
    throw storageError("restore", path, error);
  }
  return { id, path };
}

/** Removes for good what was deleted longer ago than `olderThanMs`; gives how many. */
export async function emptyTrash(
  { disk, clock }: SessionPorts,
  home: string,
  olderThanMs: number = TRASH_MS,
): Promise<number> {
  const old = (await trashed({ disk }, home)).filter(
    ({ deletedAt }) => clock.now() - deletedAt >= olderThanMs,
  );
  for (const session of old) await removeForGood(disk, home, session);
  return old.length;
}

/** The log last, so that what is cut off is taken up by the next sweep. */
async function removeForGood(disk: Disk, home: string, session: Trashed): Promise<void> {
  const { name, project, file } = session;
  const trash = trashPath(home);
  const folder = join(sessionsPath(home), project);
  for (const other of await companions({ disk }, trash, name)) {
    await disk.remove(join(trash, other));
  }
  // A deletion that was cut off has left these; they are nobody's unless the log is there again.
  if ((await ifThere(disk.stat(join(folder, file)))) === null) {
    for (const other of await companions({ disk }, folder, file)) {
      await disk.remove(join(folder, other));
    }
  }
  await ifThere(disk.unlink(join(trash, name)));
}

/** What lies beside a log and goes with it: its artifacts, and what was cut off as damaged. */
async function companions(
  { disk }: Pick<SessionPorts, "disk">,
  folder: string,
  file: string,
): Promise<readonly string[]> {
  const names = (await ifThere(disk.readdir(folder))) ?? [];
  return names.filter((name) => name === artifactsFolder(file) || name.startsWith(`${file}.cut-`));
}

type Trashed = {
  readonly name: string;
  /** What a name has in the trash before its own. */
  readonly prefix: string;
  readonly deletedAt: number;
  readonly project: string;
  readonly file: string;
  readonly id: string;
};

/** Oldest first. */
async function trashed(
  { disk }: Pick<SessionPorts, "disk">,
  home: string,
): Promise<readonly Trashed[]> {
  const names = (await ifThere(disk.readdir(trashPath(home)))) ?? [];
  return names
    .flatMap((name) => {
      const [, time = "", project = "", file = ""] = /^(\d+)\.([^.]+)\.(.+)$/.exec(name) ?? [];
      const log = parseLogName(file);
      const prefix = `${time}.${project}.`;
      const place = { name, prefix, deletedAt: Number(time), project, file };
      return log === null ? [] : [{ ...place, id: log.id }];
    })
    .sort((a, b) => a.deletedAt - b.deletedAt);
}
