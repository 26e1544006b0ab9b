import { ifThere } from "../disk.ts";
import { namesIn, syncFolder } from "./private-files.ts";
import { isObject, isRecordId } from "./record.ts";
import { readSealed, writeSealed } from "./sealed.ts";
import type { TreePorts } from "./tree-disk.ts";

/** A restore that has begun. What it moves from and to is in the record of that id. */
export type RestoreEntry = {
  readonly recordId: string;
  /** Names its temporary files, so that they can be found. */
  readonly token: string;
  /** The process that runs it. */
  readonly owner: string;
};

/** Remembers which restores have begun and not ended (SES-22). */
export type RestoreJournal = {
  /** Durable when it resolves; nothing may be moved before. */
  begin(entry: RestoreEntry): Promise<void>;
  end(recordId: string): Promise<void>;
  /** Those that have not ended; a name alone where the entry cannot be read. */
  list(): Promise<readonly (RestoreEntry | { readonly recordId: string })[]>;
};

export function diskJournal(ports: TreePorts, folder: string): RestoreJournal {
  const { disk } = ports;
  return {
    begin: (entry) =>
      writeSealed(ports, { folder, name: `${entry.recordId}.json`, synced: true }, entry),
    async end(recordId) {
      await ifThere(disk.unlink(`${folder}/${recordId}.json`));
      await ifThere(syncFolder(disk, folder));
    },
    async list() {
      const names = (await namesIn(disk, folder)).filter((name) => name.endsWith(".json"));
      return Promise.all(
        names.map(async (name) => {
          const recordId = name.slice(0, -".json".length);
          const sealed = await readSealed(disk, `${folder}/${name}`);
          const entry = sealed.kind === "found" ? decodeEntry(sealed.body) : undefined;
          return entry?.recordId === recordId ? entry : { recordId };
        }),
      );
    },
  };
}

function decodeEntry(value: unknown): RestoreEntry | undefined {
  if (!isObject(value)) return undefined;
  const { recordId, token, owner } = value;
  if (typeof recordId !== "string" || !isRecordId(recordId)) return undefined;
  if (typeof token !== "string" || !isRecordId(token) || typeof owner !== "string")
    return undefined;
  return { recordId, token, owner };
}
