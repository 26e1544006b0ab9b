import type { LogEntry } from "../log/read.ts";
import { Column } from "./column.ts";
import { IdSet } from "./id-set.ts";

/** What has to be known of an entry without looking at it. */
const KINDS = ["other", "unknown", "leaf", "compaction", "asked", "todo", "plan"] as const;
export type RowKind = (typeof KINDS)[number];

/** Where the record of an entry lies in the log. */
export type Span = { readonly start: number; readonly length: number };

export type Row = Span & {
  readonly id: string;
  /** -1 for a root. */
  readonly parent: number;
  readonly h: string;
  readonly kind: RowKind;
};

/** No row. */
export const NONE = -1;

const ROW_BYTES = 8 + 4 + 4 + 8 + 4 + 1;

/**
 * Of each entry of a log its place in the file and in the tree, in about 70 bytes. Entries are
 * numbered in the order of the file.
 */
export class EntryTable {
  readonly #ids = new IdSet();
  readonly #starts = new Column<Float64Array>((length) => new Float64Array(length));
  readonly #lengths = new Column<Uint32Array>((length) => new Uint32Array(length));
  readonly #parents = new Column<Int32Array>((length) => new Int32Array(length));
  /** The first 16 digits of `h`, two numbers each. */
  readonly #hashes = new Column<Uint32Array>((length) => new Uint32Array(length));
  readonly #kinds = new Column<Uint8Array>((length) => new Uint8Array(length));
  readonly #depths = new Column((length) => new Uint32Array(length));

  get size(): number {
    return this.#kinds.length;
  }

  /** The caller has made sure that its id is new. Gives the number of the row. */
  add({ id, parent, start, length, h, kind }: Row): number {
    this.#ids.add(id);
    this.#starts.push(start);
    this.#lengths.push(length);
    this.#hashes.push(Number.parseInt(h.slice(0, 8), 16));
    this.#hashes.push(Number.parseInt(h.slice(8, 16), 16));
    this.#kinds.push(KINDS.indexOf(kind));
    this.#addParent(parent);
    return this.size - 1;
  }

  find(id: string): number {
    return this.#ids.find(id);
  }

  idOf(row: number): string {
    return this.#ids.text(row);
  }

  parentOf(row: number): number {
    return this.#parents.at(row);
  }

  /** 1 for a root. */
  depthOf(row: number): number {
    return row === NONE ? 0 : this.#depths.at(row);
  }

  startOf(row: number): number {
    return this.#starts.at(row);
  }

  lengthOf(row: number): number {
    return this.#lengths.at(row);
  }

  kindOf(row: number): RowKind {
    return KINDS[this.#kinds.at(row)] ?? "other";
  }

  hasHash(row: number, h: string): boolean {
    return (
      this.#hashes.at(2 * row) === Number.parseInt(h.slice(0, 8), 16) &&
      this.#hashes.at(2 * row + 1) === Number.parseInt(h.slice(8, 16), 16)
    );
  }

  /** How long some rows are as bytes. */
  bytesOf(from: number, to: number): number {
    return ROW_BYTES * (to - from) + this.#ids.lengthOf(from, to);
  }

  /**
   * Writes rows into `target`, column by column. All machines Squire runs on have their numbers the
   * same way round.
   */
  writeTo(target: Uint8Array, from: number, to: number): void {
    const idLengths = new Uint32Array(to - from).map((_, at) => this.#ids.lengthOf(from + at));
    let at = 0;
    for (const column of [this.#starts, this.#lengths, this.#parents]) {
      at += column.writeTo(target.subarray(at), from, to);
    }
    at += this.#hashes.writeTo(target.subarray(at), 2 * from, 2 * to);
    target.set(new Uint8Array(idLengths.buffer), at);
    at += idLengths.byteLength;
    at += this.#kinds.writeTo(target.subarray(at), from, to);
    this.#ids.writeTo(target.subarray(at), from, to);
  }

  /**
   * Adds rows from bytes, which begin where numbers may; false when they cannot be rows of this
   * table, which is then of no more use.
   */
  append(bytes: Uint8Array, count: number): boolean {
    const columns = split(bytes, count);
    if (columns === null) return false;
    const { starts, lengths, parents, hashes, idLengths, kinds, ids } = columns;
    this.#starts.append(starts);
    this.#lengths.append(lengths);
    this.#hashes.append(hashes);
    this.#kinds.append(kinds);
    if (!this.#ids.addAll(ids, idLengths)) return false;
    for (const parent of parents) {
      if (parent < NONE || parent >= this.#parents.length) return false;
      this.#addParent(parent);
    }
    return true;
  }

  #addParent(parent: number): void {
    this.#parents.push(parent);
    this.#depths.push(this.depthOf(parent) + 1);
  }
}

function split(bytes: Uint8Array, count: number) {
  if (bytes.length < ROW_BYTES * count) return null;
  const { buffer, byteOffset } = bytes;
  return {
    starts: new Float64Array(buffer, byteOffset, count),
    lengths: new Uint32Array(buffer, byteOffset + 8 * count, count),
    parents: new Int32Array(buffer, byteOffset + 12 * count, count),
    hashes: new Uint32Array(buffer, byteOffset + 16 * count, 2 * count),
    idLengths: new Uint32Array(buffer, byteOffset + 24 * count, count),
    kinds: bytes.subarray(28 * count, ROW_BYTES * count),
    ids: bytes.subarray(ROW_BYTES * count),
  };
}

export function rowKind(entry: LogEntry): RowKind {
  if (entry.kind === "unknown") return "unknown";
  const { value } = entry;
  switch (value.type) {
    case "message":
      return value.message.role === "user" ? "asked" : "other";
    case "leaf":
    case "compaction":
    case "todo":
    case "plan":
      return value.type;
    default:
      return "other";
  }
}
