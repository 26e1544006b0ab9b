import { dirname } from "node:path";
import type { Disk } from "@squire/platform";

/** What was trusted in one folder: exactly these contents. */
export type Grant = {
  readonly at: number;
  readonly digest: string;
  /** The hash of every file that may take effect; null for those that may not. */
  readonly files: Readonly<Record<string, string | null>>;
};

export type Grants = ReadonlyMap<string, Grant>;

export type ReadGrants =
  | { readonly type: "grants"; readonly grants: Grants }
  /** It is there and cannot be understood: then nothing is trusted. */
  | { readonly type: "unreadable"; readonly why: string };

const VERSION = 1;

export async function readGrants(disk: Disk, path: string): Promise<ReadGrants> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await disk.readFile(path));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { type: "grants", grants: new Map() };
    }
    return { type: "unreadable", why: error instanceof Error ? error.message : String(error) };
  }
  return parseGrants(text);
}

function parseGrants(text: string): ReadGrants {
  const bad = (why: string): ReadGrants => ({ type: "unreadable", why });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad("it is not valid JSON");
  }
  if (!isRecord(value) || value["version"] !== VERSION || !isRecord(value["folders"])) {
    return bad("it was written by another version");
  }
  const grants = new Map<string, Grant>();
  for (const [root, grant] of Object.entries(value["folders"])) {
    if (!isGrant(grant)) return bad(`its entry for ${root} is damaged`);
    grants.set(root, grant);
  }
  return { type: "grants", grants };
}

function isGrant(value: unknown): value is Grant {
  if (!isRecord(value) || typeof value["at"] !== "number") return false;
  if (typeof value["digest"] !== "string" || !isRecord(value["files"])) return false;
  return Object.values(value["files"]).every((hash) => hash === null || typeof hash === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces the file as a whole: a crash leaves the old one or the new one. */
export async function writeGrants(disk: Disk, path: string, grants: Grants): Promise<void> {
  const folders = Object.fromEntries([...grants].sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ version: VERSION, folders }, null, 2)}\n`;
  const draft = `${path}.${process.pid}.tmp`;
  await disk.mkdir(dirname(path));
  const file = await disk.open(draft, "w");
  try {
    await file.write(new TextEncoder().encode(text), 0);
    await file.fsync();
  } finally {
    await file.close();
  }
  await disk.rename(draft, path);
  await disk.fsyncDir(dirname(path));
}
