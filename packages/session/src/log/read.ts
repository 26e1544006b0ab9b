import type {
  Entry,
  JsonObject,
  parseEntry,
  parseHeader,
  SessionHeader,
  UnknownEntry,
} from "@squire/protocol";
import type { Disk } from "../disk.ts";
import { checkSeal, decodeLine, statedHash } from "./line.ts";
import { CURRENT, migrate } from "./migrate.ts";
import type { Migrations } from "./migrate.ts";
import { logProblem } from "./problem.ts";
import type { LogProblem } from "./problem.ts";
import { salvage } from "./salvage.ts";
import { splitLines } from "./split-lines.ts";
import type { RawLine, Start } from "./split-lines.ts";

/** An entry of a type we know, or of a later version: kept, not acted on. */
export type LogEntry =
  | { readonly kind: "known"; readonly value: Entry }
  | { readonly kind: "unknown"; readonly value: UnknownEntry };

export type Place = {
  readonly line: number;
  readonly offset: number;
  readonly end: number;
  readonly terminated: boolean;
  /** Where the record itself lies: only a part of a line from which it was saved. */
  readonly start: number;
  readonly length: number;
};

/** A record is `lost` when its line is damaged; a header or an entry may still have a problem. */
export type LogLine = Place &
  (
    | { readonly kind: "header"; readonly header: SessionHeader; readonly problem?: LogProblem }
    | { readonly kind: "entry"; readonly entry: LogEntry; readonly problem?: LogProblem }
    | { readonly kind: "lost"; readonly problem: LogProblem }
  ) & {
    /** What the next line's `prev` should be; null when the line does not say. */
    readonly h: string | null;
  };

/** To go on where an earlier reading stopped. */
export type ReadFrom = Start & { readonly version: number; readonly h: string };

export type ReadOptions = { readonly from?: ReadFrom; readonly migrations?: Migrations };

/**
 * The lines of a log in order, read in chunks. Needs no lock. Damage is reported and costs only the
 * damaged record. Ends after a problem `version`. Rejects only when the disk does.
 */
export async function* readLog(
  disk: Disk,
  path: string,
  { from, migrations = CURRENT }: ReadOptions = {},
): AsyncGenerator<LogLine> {
  // Loaded here: whoever only begins a session reads none, and schemas take long to load.
  const reader = new LineReader(await import("@squire/protocol"), migrations, from);
  for await (const lines of splitLines(disk, path, from)) {
    for (const raw of lines) {
      yield* reader.read(raw);
      if (reader.stopped) return;
    }
  }
}

type Parsers = { readonly parseEntry: typeof parseEntry; readonly parseHeader: typeof parseHeader };

class LineReader {
  stopped = false;
  readonly #parsers: Parsers;
  readonly #migrations: Migrations;
  #version: number;
  /** What `prev` should be; null after damage, when nobody can tell. */
  #expected: string | null;
  #first: boolean;

  constructor(parsers: Parsers, migrations: Migrations, from: ReadFrom | undefined) {
    this.#parsers = parsers;
    this.#migrations = migrations;
    this.#version = from?.version ?? migrations.version;
    this.#expected = from?.h ?? null;
    this.#first = from === undefined;
  }

  read(raw: RawLine): readonly LogLine[] {
    const { bytes, line, offset, end, terminated, start } = raw;
    const place = { line, offset, end, terminated, start, length: bytes.length };
    if (raw.tooLong) return [this.#lost(place, "too_long", null)];
    if (isBlank(bytes)) return [];
    const seal = checkSeal(bytes);
    if (seal?.holds) return this.#sealed(bytes, place, seal.stated);
    const pieces = salvage(bytes);
    const decoded = decodeLine(bytes);
    if (this.#first && pieces.length === 0 && decoded.kind === "object") {
      const header = this.#damagedHeader(decoded.value, place, statedHash(bytes));
      if (header !== null) return [header];
    }
    const headless = this.#first;
    const readable = decoded.kind === "object";
    const code = readable ? "changed" : terminated ? "unreadable" : "torn";
    const detail = readable ? undefined : decoded.message;
    const lost = this.#lost(place, code, statedHash(bytes), detail);
    this.#first = headless && pieces.length > 0;
    const saved = pieces.flatMap((piece) => {
      const inside = { start: start + piece.byteOffset - bytes.byteOffset, length: piece.length };
      return this.#sealed(piece, { ...place, ...inside }, statedHash(piece) ?? "");
    });
    return [lost, ...saved];
  }

  /** A line whose hash is right. */
  #sealed(bytes: Uint8Array, place: Place, h: string): readonly LogLine[] {
    const decoded = decodeLine(bytes);
    if (decoded.kind === "problem") {
      return [this.#lost(place, "unreadable", h, decoded.message)];
    }
    if (!this.#first) return [this.#entry(decoded.value, place, h)];
    const parsed = this.#parsers.parseHeader(decoded.value);
    if (parsed.kind === "known") return this.#header(parsed.value, place, h);
    this.#first = false;
    const missing = {
      ...place,
      kind: "lost",
      h: null,
      problem: logProblem("header", place),
    } as const;
    return [missing, this.#entry(decoded.value, place, h)];
  }

  #header(header: SessionHeader, place: Place, h: string): readonly LogLine[] {
    this.#first = false;
    this.#version = header.version;
    this.#expected = h;
    const found = { ...place, kind: "header", header, h } as const;
    if (header.version <= this.#migrations.version) return [found];
    this.stopped = true;
    return [{ ...found, problem: logProblem("version", place, `format ${header.version}`) }];
  }

  /** A damaged header still says more than none; only its version is not believed. */
  #damagedHeader(value: JsonObject, place: Place, h: string | null): LogLine | null {
    const parsed = this.#parsers.parseHeader({ ...value, version: this.#migrations.version });
    if (parsed.kind === "problem") return null;
    this.#first = false;
    const problem = logProblem("changed", place);
    return { ...place, kind: "header", header: parsed.value, h, problem };
  }

  #entry(value: JsonObject, place: Place, h: string): LogLine {
    const own = value["v"];
    const version = typeof own === "number" ? own : this.#version;
    if (version > this.#migrations.version) {
      this.stopped = true;
      return this.#lost(place, "version", h, `format ${version}`);
    }
    const parsed = this.#parsers.parseEntry(migrate(value, version, this.#migrations));
    if (parsed.kind === "problem") return this.#lost(place, "invalid", h, parsed.message);
    const follows = this.#expected === null || parsed.value.prev === this.#expected;
    this.#expected = h;
    const entry = { ...place, kind: "entry", entry: parsed, h } as const;
    return follows ? entry : { ...entry, problem: logProblem("missing", place) };
  }

  #lost(place: Place, code: LogProblem["code"], h: string | null, detail?: string): LogLine {
    // The header is the first line that is not blank, whatever state it is in.
    this.#first = false;
    this.#expected = null;
    const problem = logProblem(code, place, detail);
    return { ...place, kind: "lost", h, problem };
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
