import type { Disk } from "@squire/platform";
import type { AuditEntry } from "./audit-event.ts";
import { EMPTY_HEAD, readLine, type AuditHead, type ReadLine } from "./audit-line.ts";

export type AuditProblem = {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
};

export type AuditVerdict = {
  /** False when something was changed, removed, added or moved. A write that was cut is no lie. */
  readonly ok: boolean;
  readonly entries: number;
  /** To be compared with a note of an earlier end: only so it shows that lines are missing there. */
  readonly head: AuditHead;
  readonly problems: readonly AuditProblem[];
  /** Lines that a crash or a full disk left unfinished. */
  readonly torn: readonly number[];
};

/** The entries of a record, oldest first; lines that are none are left out. */
export async function* readAudit(disk: Disk, path: string): AsyncGenerator<AuditEntry> {
  for await (const { read } of lines(disk, path)) if (read.type === "entry") yield read.entry;
}

/** Follows the chain from the first line to the last (SEC-3). */
export async function verifyAudit(disk: Disk, path: string): Promise<AuditVerdict> {
  const problems: AuditProblem[] = [];
  const torn: number[] = [];
  let [head, entries] = [EMPTY_HEAD, 0];
  for await (const { read, line } of lines(disk, path)) {
    if (read.type === "entry") {
      const follows = read.prev === head.h && read.entry.seq === head.seq + 1;
      if (!follows) problems.push({ line, message: "it does not follow the line before it" });
      head = { seq: read.entry.seq, h: read.h };
      entries++;
      continue;
    }
    // Whether a torn line was there when the next one was written shows in that one's chain.
    if (read.type === "torn") torn.push(line);
    else problems.push({ line, message: "it was changed" });
    head = { ...head, h: read.h };
  }
  return { ok: problems.length === 0, entries, head, problems, torn };
}

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Chunk by chunk: memory holds a chunk and the line that goes over its end. */
async function* lines(
  disk: Disk,
  path: string,
): AsyncGenerator<{ readonly line: number; readonly read: ReadLine }> {
  const file = await disk.open(path, "r").catch((error: unknown) => {
    // No record yet is an empty record.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return;
  let [line, rest, position] = [0, new Uint8Array(), 0];
  try {
    for (;;) {
      const chunk = await file.read(position, CHUNK_BYTES);
      if (chunk.length === 0) break;
      position += chunk.length;
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const bytes = joined(rest, chunk.subarray(start, end));
        rest = new Uint8Array();
        start = end + 1;
        yield { line: ++line, read: readLine(bytes) };
      }
      rest = joined(rest, chunk.subarray(start));
    }
    if (rest.length > 0) yield { line: ++line, read: readLine(rest) };
  } finally {
    await file.close();
  }
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}
