import type { CodeFiles, RefreshProgress, RefreshReport } from "@squire/memory";
import { openFileLock, systemClock } from "@squire/platform";
import type { FileLock } from "@squire/platform";
import type { OpenCodeIndex } from "./open-code-index.ts";

export type UpdateOptions = {
  readonly signal: AbortSignal;
  /** For another process that does the same, until it is done. */
  readonly waits: boolean;
  readonly force?: boolean;
  readonly progress?: (progress: RefreshProgress) => void;
};

/**
 * Takes in the words of what is new or changed. One process reads at a time: the next one finds nothing left to do.
 * Null: another one is at it. Throws when the signal ends it; what is done is kept.
 */
export async function updateWords(
  { index, place, isKept }: OpenCodeIndex,
  files: CodeFiles,
  { signal, waits, force = false, progress }: UpdateOptions,
): Promise<RefreshReport | null> {
  const { dropOldVectors, refreshCode, writeCodeMeta } = await import("@squire/memory");
  using lock = isKept ? openFileLock(`${place.database}.scan`) : null;
  if (lock !== null && !(await taken(lock, waits, signal))) return null;
  const report = await refreshCode(index, files, {
    signal,
    now: systemClock.now,
    force,
    ...(progress === undefined ? {} : { progress }),
  });
  writeCodeMeta(index, { isReady: true });
  dropOldVectors(index);
  return report;
}

const LOOK_AGAIN_MS = 500;

async function taken(lock: FileLock, waits: boolean, signal: AbortSignal): Promise<boolean> {
  if (!waits) return lock.take("alone");
  while (!(await lock.wait("alone", LOOK_AGAIN_MS))) signal.throwIfAborted();
  return true;
}
