import { join } from "node:path";
import { ifThere } from "../disk.ts";
import type { Disk } from "../disk.ts";
import { logsIn } from "../list.ts";
import { sessionsPath } from "../paths.ts";
import type { SessionPorts } from "../ports.ts";
import { eachOf } from "../snapshots/each-of.ts";
import { isSqlite } from "@squire/platform";
import { isCurrent } from "./update-file.ts";
import type { IndexParts, LogFile } from "./update-file.ts";

const AT_ONCE = 32;

/** The logs of all projects. */
export async function logFiles(ports: SessionPorts, home: string): Promise<readonly LogFile[]> {
  const root = sessionsPath(home);
  const projects = (await ifThere(ports.disk.readdir(root))) ?? [];
  const found: LogFile[] = [];
  for (const project of projects) {
    const folder = join(root, project);
    for (const { file, name } of await logsIn(ports, folder)) {
      found.push({ path: join(folder, file), name });
    }
  }
  return found;
}

/** Most logs are as they were: looking is quick when it is done for many at a time. */
export async function changedFiles(
  parts: IndexParts,
  disk: Disk,
  files: readonly LogFile[],
): Promise<readonly LogFile[]> {
  const changed = new Set<LogFile>();
  await eachOf(files, AT_ONCE, async (file) => {
    const current = await isCurrent(parts, disk, file).catch((error) => {
      if (isSqlite(error)) throw error;
      // Whoever reads it will meet the same failure and tell it.
      return false;
    });
    if (!current) changed.add(file);
  });
  return files.filter((file) => changed.has(file));
}
