import { diskJournal, type RestoreJournal } from "./journal.ts";
import { SNAPSHOT_LIMITS, type SnapshotLimits } from "./limits.ts";
import { objectStore, type ObjectStore } from "./objects.ts";
import { isCount, type States } from "./path-state.ts";
import { namesIn, sha256 } from "./private-files.ts";
import { decodeRecord, encodeRecord, isObject, isRecordId, type SnapshotRecord } from "./record.ts";
import { ScanCache } from "./scan-cache.ts";
import { readSealed, writeSealed } from "./sealed.ts";
import type { TreePorts } from "./tree-disk.ts";

export type StoredRecord =
  | { readonly kind: "found"; readonly record: SnapshotRecord }
  | { readonly kind: "missing" }
  | { readonly kind: "damaged" }
  /** Whole, but not of a kind that we know: a later version wrote it. */
  | { readonly kind: "unknown" };

export type SnapshotOptions = {
  readonly ports: TreePorts;
  /** `SQUIRE_HOME/snapshots`. */
  readonly home: string;
  /** Other folders that no snapshot may hold, such as `SQUIRE_HOME`. */
  readonly own?: readonly string[];
  readonly limits?: Partial<SnapshotLimits>;
  readonly journal?: RestoreJournal;
  /** This process among others; without it, no other is taken to be alive. */
  readonly owner?: SnapshotOwner;
};

export type SnapshotOwner = { readonly id: string; isAlive(id: string): boolean };

/** Saving what is known of a big workspace takes time; a few files are read again faster. */
const NEWS_WORTH_SAVING = 32;

/** Opening reads and writes nothing. */
export function openSnapshots(options: SnapshotOptions): SnapshotStore {
  return new SnapshotStore(options);
}

/**
 * The folder of all snapshots: `objects/` (bytes by hash), `records/` (one per turn or rewind),
 * `caches/` (one per workspace, may be deleted), `journal/` (restores that run). Private to the
 * user; several processes may use it at once.
 */
export class SnapshotStore {
  readonly ports: TreePorts;
  readonly home: string;
  readonly limits: SnapshotLimits;
  readonly objects: ObjectStore;
  readonly journal: RestoreJournal;
  readonly owner: SnapshotOwner;
  /** Restores that run in this process. */
  readonly restoring = new Set<string>();
  readonly #own: readonly string[];
  readonly #caches = new Map<string, Promise<ScanCache>>();

  constructor({ ports, home, own = [], limits, journal, owner }: SnapshotOptions) {
    this.ports = ports;
    this.home = home;
    this.#own = own;
    this.owner = owner ?? { id: "", isAlive: () => false };
    this.limits = { ...SNAPSHOT_LIMITS, ...limits };
    this.objects = objectStore(ports, `${home}/objects`, this.limits.storeBytes);
    this.journal = journal ?? diskJournal(ports, `${home}/journal`);
  }

  async readRecord(id: string): Promise<StoredRecord> {
    if (!isRecordId(id)) return { kind: "missing" };
    const sealed = await readSealed(this.ports.disk, `${this.#records}/${id}.json`);
    if (sealed.kind !== "found") return sealed;
    const record = decodeRecord(sealed.body);
    return record?.id === id ? { kind: "found", record } : { kind: "unknown" };
  }

  /** Durable when it resolves. */
  async writeRecord(record: SnapshotRecord): Promise<void> {
    const to = { folder: this.#records, name: `${record.id}.json`, synced: true };
    await writeSealed(this.ports, to, encodeRecord(record));
  }

  async removeRecord(id: string): Promise<void> {
    await this.ports.disk.unlink(`${this.#records}/${id}.json`);
  }

  async recordIds(): Promise<readonly string[]> {
    const names = await namesIn(this.ports.disk, this.#records);
    return names
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length))
      .filter(isRecordId);
  }

  /** Goes up with every sweep: after one, nobody may rely on a copy without looking. */
  async generation(): Promise<number> {
    const sealed = await readSealed(this.ports.disk, `${this.home}/generation.json`);
    const count = sealed.kind === "found" && isObject(sealed.body) ? sealed.body["count"] : 0;
    return isCount(count) ? count : 0;
  }

  async nextGeneration(): Promise<void> {
    const count = (await this.generation()) + 1;
    const to = { folder: this.home, name: "generation.json", synced: true };
    await writeSealed(this.ports, to, { count });
  }

  cacheOf(workspace: string): Promise<ScanCache> {
    const known = this.#caches.get(workspace);
    if (known !== undefined) return known;
    const reading = this.#readCache(workspace);
    this.#caches.set(workspace, reading);
    return reading;
  }

  async saveCache(workspace: string, seen: States): Promise<void> {
    const cache = await this.cacheOf(workspace);
    if (cache.news < NEWS_WORTH_SAVING) return;
    const to = { folder: `${this.home}/caches`, name: cacheName(workspace), synced: false };
    await writeSealed(this.ports, to, cache.encode(seen));
  }

  /** Paths of a workspace that are Squire's own: no copies of copies, none of credentials. */
  async ownData(workspace: string): Promise<ReadonlySet<string>> {
    const root = workspace.replaceAll("\\", "/");
    const inside = new Set<string>();
    for (const own of [this.home, ...this.#own]) {
      const path = (await this.ports.disk.realpath(own).catch(() => own)).replaceAll("\\", "/");
      if (path.startsWith(`${root}/`)) inside.add(path.slice(root.length + 1));
    }
    return inside;
  }

  async #readCache(workspace: string): Promise<ScanCache> {
    const path = `${this.home}/caches/${cacheName(workspace)}`;
    const sealed = await readSealed(this.ports.disk, path);
    return sealed.kind === "found" ? ScanCache.decode(sealed.body) : ScanCache.empty();
  }

  get #records(): string {
    return `${this.home}/records`;
  }
}

function cacheName(workspace: string): string {
  return `${sha256(workspace).slice(0, 32)}.json`;
}
