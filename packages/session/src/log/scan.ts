import { SESSION_VERSION } from "@squire/protocol/values";
import type { SessionHeader } from "@squire/protocol";
import type { SessionPorts } from "../ports.ts";
import { readMeter } from "./meter.ts";
import type { MeterPorts } from "./meter.ts";
import type { LogProblem } from "./problem.ts";
import { readLog } from "./read.ts";
import type { LogEntry, LogLine, ReadFrom } from "./read.ts";
import { extendTail, NO_TAIL } from "./tail.ts";
import type { Tail } from "./tail.ts";

/** Where an entry lies in the file: its line, the offset behind it, and the record itself. */
export type EntryPlace = {
  readonly line: number;
  readonly end: number;
  readonly start: number;
  readonly length: number;
};

/** The part of a log that need not be read again. It ends behind a whole entry. */
export type KnownPart = {
  readonly from: ReadFrom;
  readonly header: SessionHeader | null;
  readonly problems: readonly LogProblem[];
};

export type Scan = {
  readonly header: SessionHeader | null;
  readonly version: number;
  readonly problems: readonly LogProblem[];
  readonly tail: Tail;
  /** Nothing in it could be read. */
  readonly isEmpty: boolean;
  /** Where a later reading can go on with all entries known; null behind damage. */
  readonly place: ReadFrom | null;
  /** A line says that it is of a newer version; nothing was read behind it. */
  readonly isNewer: boolean;
};

/** Of a log that has just been made. */
export function newScan(header: SessionHeader, place: ReadFrom): Scan {
  const { version } = header;
  const found = { header, version, problems: [], isEmpty: false, isNewer: false };
  return { ...found, tail: { ...NO_TAIL, end: place.offset, line: 1, h: place.h }, place };
}

export type ScanOptions = {
  readonly known: KnownPart | null;
  readonly onEntry: (entry: LogEntry, place: EntryPlace) => void;
  /** The version of lines that name none, as soon as it is known. */
  readonly onVersion?: (version: number) => void;
};

/** Reads a log through, or what follows the part that is known. Changes nothing. */
export async function scanLog(
  ports: MeterPorts & Pick<SessionPorts, "disk">,
  path: string,
  { known, onEntry, onVersion }: ScanOptions,
): Promise<Scan> {
  const scan = new Scanner(known);
  onVersion?.(scan.version);
  const from = known?.from;
  const bytes = (await ports.disk.stat(path)).size;
  const meter = readMeter(ports, { path, bytes, from: from?.offset });
  for await (const line of readLog(ports.disk, path, from === undefined ? {} : { from })) {
    scan.add(line);
    if (line.kind === "header") onVersion?.(scan.version);
    meter.reached(line.end);
    if (line.kind === "entry") onEntry(line.entry, line);
  }
  meter.end();
  return scan.result();
}

class Scanner {
  readonly #problems: LogProblem[];
  #header: SessionHeader | null;
  version: number;
  #tail: Tail;
  #isEmpty: boolean;
  #isNewer = false;
  #place: ReadFrom | null;

  constructor(known: KnownPart | null) {
    const from = known?.from;
    this.#problems = [...(known?.problems ?? [])];
    this.#header = known?.header ?? null;
    this.version = from?.version ?? SESSION_VERSION;
    this.#isEmpty = known === null;
    this.#place = from ?? null;
    const end = from && { end: from.offset, line: from.line - 1, h: from.h };
    this.#tail = { ...NO_TAIL, ...end };
  }

  add(line: LogLine): void {
    if (line.problem !== undefined) this.#problems.push(line.problem);
    if (line.problem?.code === "version") this.#isNewer = true;
    this.#tail = extendTail(this.#tail, line);
    if (line.kind === "header") this.#addHeader(line);
    if (line.kind === "entry") {
      this.#isEmpty = false;
      this.#place = this.#placeBehind(line);
    } else if (line.end === this.#place?.offset) {
      // Part of the same line was lost behind it: nobody can tell what the next one should name.
      this.#place = null;
    }
  }

  result(): Scan {
    return {
      header: this.#header,
      version: this.version,
      problems: this.#problems,
      tail: this.#tail,
      isEmpty: this.#isEmpty,
      isNewer: this.#isNewer,
      place: this.#place,
    };
  }

  #addHeader({ header, problem }: Extract<LogLine, { kind: "header" }>): void {
    this.#header = header;
    this.#isEmpty = false;
    if (problem === undefined) this.version = header.version;
  }

  #placeBehind({ terminated, end, line, h }: LogLine): ReadFrom | null {
    if (!terminated || h === null) return null;
    return { offset: end, line: line + 1, h, version: this.version };
  }
}
