import type { SessionPorts } from "../ports.ts";

export type MeterPorts = Pick<SessionPorts, "progress" | "freeMemory">;

export type Reading = {
  readonly path: string;
  /** The size of the file, and where reading begins. */
  readonly bytes: number;
  readonly from?: number | undefined;
};

const STEP_BYTES = 8 * 1024 * 1024;
const FREE_BYTES = 16 * 1024 * 1024;

/** Accompanies a reading: tells how far it is if it is a long one, and frees memory from time to time. */
export type ReadMeter = {
  reached(offset: number): void;
  end(): void;
};

export function readMeter(
  { progress, freeMemory }: MeterPorts,
  { path, bytes, from = 0 }: Reading,
): ReadMeter {
  const isLong = bytes - from > 2 * STEP_BYTES;
  const tell = (bytesDone: number): void => progress?.({ path, bytesDone, bytes });
  const free = freer(freeMemory);
  let told = from;
  let at = from;
  if (isLong) tell(from);
  return {
    reached(offset) {
      free(offset - at);
      at = offset;
      if (!isLong || offset - told < STEP_BYTES) return;
      tell(offset);
      told = offset;
    },
    end() {
      if (isLong) tell(bytes);
    },
  };
}

/** Frees memory when so much was read that it is worth the while. */
export function freer(freeMemory: SessionPorts["freeMemory"]): (bytes: number) => void {
  let sum = 0;
  return (bytes) => {
    sum += bytes;
    if (sum < FREE_BYTES) return;
    sum = 0;
    freeMemory?.();
  };
}
