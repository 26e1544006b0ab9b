import { join } from "node:path";
import { acquireLock, type Lock } from "../log/lock.ts";
import { LogError } from "../log/log-error.ts";
import type { SessionPorts } from "../ports.ts";

const WAIT_MS = 100;
const TRIES = 100;

/**
 * Runs while no other process restores anything: whatever restore the journal names then is one
 * that was cut off. Waits for ten seconds, then rejects with `locked`.
 */
export async function whileRestoring<T>(
  ports: SessionPorts,
  snapshots: string,
  run: () => Promise<T>,
): Promise<T> {
  await ports.disk.mkdir(snapshots);
  const lock = await patientLock(ports, join(snapshots, "restore.lock"));
  try {
    return await run();
  } finally {
    await lock.release();
  }
}

async function patientLock(ports: SessionPorts, path: string): Promise<Lock> {
  for (let tries = 1; ; tries++) {
    try {
      return await acquireLock(ports, path);
    } catch (error) {
      if (!(error instanceof LogError) || error.code !== "locked") throw error;
      if (tries === TRIES) throw busy(error);
      await ports.clock.sleep(WAIT_MS);
    }
  }
}

function busy({ pid }: LogError): LogError {
  const who = pid === null ? "Another process" : `Process ${pid}`;
  return new LogError("locked", `${who} is putting files back at this moment.`, {
    advice: "Try again when it has ended.",
    ...(pid === null ? {} : { pid }),
  });
}
