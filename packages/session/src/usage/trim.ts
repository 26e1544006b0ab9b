import { dirname } from "node:path";
import type { Disk, DiskFile } from "../disk.ts";
import { splitLines } from "../log/split-lines.ts";
import type { RawLine } from "../log/split-lines.ts";
import type { SessionPorts } from "../ports.ts";
import { decodeRow } from "./ledger-row.ts";

export const LEDGER_MAX_BYTES = 5 * 1024 * 1024;
export const LEDGER_KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Drops lines older than a year from a ledger that has become large (USE-3). The file is replaced
 * as a whole; the caller holds its lock. Lines that cannot be read are dropped with the old ones.
 */
export async function trimLedger(ports: SessionPorts, path: string): Promise<void> {
  const { disk, clock, ids } = ports;
  if ((await disk.stat(path)).size <= LEDGER_MAX_BYTES) return;
  const oldest = clock.now() - LEDGER_KEPT_MS;
  // Lines are in the order of time: without an old one in front there is nothing to drop.
  if (!(await beginsBefore(disk, path, oldest))) return;
  const temporary = `${path}.${ids()}.tmp`;
  try {
    await copyYoung(disk, path, temporary, oldest);
    await disk.rename(temporary, path);
    await disk.fsyncDir(dirname(path));
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function beginsBefore(disk: Disk, path: string, oldest: number): Promise<boolean> {
  for await (const lines of splitLines(disk, path)) {
    for (const line of lines) {
      const ts = timeOf(line);
      if (ts !== null) return ts < oldest;
    }
  }
  return false;
}

async function copyYoung(disk: Disk, from: string, to: string, oldest: number): Promise<void> {
  const file = await disk.open(to, "w");
  try {
    for await (const lines of splitLines(disk, from)) await copyLines(file, lines, oldest);
    await file.fsync();
  } finally {
    await file.close();
  }
}

async function copyLines(file: DiskFile, lines: readonly RawLine[], oldest: number): Promise<void> {
  const kept = lines.filter((line) => (timeOf(line) ?? -1) >= oldest);
  if (kept.length === 0) return;
  const newline = new Uint8Array([0x0a]);
  await file.append(Buffer.concat(kept.flatMap(({ bytes }) => [bytes, newline])));
}

function timeOf({ bytes }: RawLine): number | null {
  return decodeRow(new TextDecoder().decode(bytes))?.ts ?? null;
}
