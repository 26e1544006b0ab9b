import type { SessionHeader } from "@squire/protocol";
import type { DiskFile } from "./disk.ts";
import type { Lock } from "./log/lock.ts";
import { sealLine } from "./log/line.ts";
import { LogWriter } from "./log/writer.ts";
import type { SessionView } from "./session-view.ts";
import type { SessionPorts } from "./ports.ts";

const NOWHERE = "(not saved)";

/** A log that is stamped and chained like any other and kept nowhere (SES-17). */
export function ephemeralLog(
  ports: SessionPorts,
  header: Omit<SessionHeader, "h">,
  view: SessionView,
): { readonly log: LogWriter; readonly header: SessionHeader } {
  const { h } = sealLine(header);
  const log = new LogWriter(ports, {
    path: NOWHERE,
    file: NO_FILE,
    lock: NO_LOCK,
    size: 0,
    head: { h, leafId: null },
    onEntry: (value) => view.entry({ kind: "known", value }),
  });
  return { log, header: { ...header, h } };
}

const NO_FILE: DiskFile = {
  read: async () => new Uint8Array(0),
  append: async () => undefined,
  write: async () => undefined,
  truncate: async () => undefined,
  fsync: async () => undefined,
  close: async () => undefined,
};

const NO_LOCK: Lock = { assertHeld: async () => undefined, release: async () => undefined };
