import type { ReadProgress } from "@squire/session";
import type { Io } from "../io.ts";

/** Shows on a terminal how far the reading of a large session is. Anything else gets nothing. */
export function readProgress({ stderr }: Io): (progress: ReadProgress) => void {
  let shown = "";
  return ({ bytesDone, bytes }) => {
    if (!stderr.isTty) return;
    const isDone = bytesDone >= bytes;
    const line = isDone
      ? ""
      : `squire: reading a session of ${megabytes(bytes)}: ${Math.floor((100 * bytesDone) / bytes)} %`;
    if (line === shown) return;
    shown = line;
    stderr.write(`\r\u001B[K${line}`);
  };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000).toLocaleString("en")} MB`;
}
