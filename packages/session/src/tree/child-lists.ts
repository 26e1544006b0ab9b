import { Column } from "../table/column.ts";
import { NONE } from "../table/entry-table.ts";
import type { EntryTable } from "../table/entry-table.ts";

/** The rows right behind each row. Made when somebody asks: most sessions are never shown as a tree. */
export class ChildLists {
  readonly #table: EntryTable;
  /** Of a row at its number plus one, of the roots at 0; 0 says none, else a row plus one. */
  readonly #first = new Column((length) => new Uint32Array(length));
  readonly #last = new Column((length) => new Uint32Array(length));
  readonly #next = new Column((length) => new Uint32Array(length));

  constructor(table: EntryTable) {
    this.#table = table;
    this.#first.push(0);
    this.#last.push(0);
  }

  /** Oldest first. */
  of(row: number): readonly number[] {
    for (let added = this.#next.length; added < this.#table.size; added++) this.#add(added);
    const children: number[] = [];
    for (let child = this.#first.at(row + 1); child !== 0; child = this.#next.at(child - 1)) {
      children.push(child - 1);
    }
    return children;
  }

  #add(row: number): void {
    this.#first.push(0);
    this.#last.push(0);
    this.#next.push(0);
    const parent = this.#table.parentOf(row);
    const last = this.#last.at(parent + 1);
    if (last === 0) this.#first.set(parent + 1, row + 1);
    else this.#next.set(last - 1, row + 1);
    this.#last.set(parent + 1, row + 1);
  }
}

/** The rows from a root to a row. */
export function pathTo(table: EntryTable, row: number): Uint32Array {
  const path = new Uint32Array(table.depthOf(row));
  for (let at = row; at !== NONE; at = table.parentOf(at)) path[table.depthOf(at) - 1] = at;
  return path;
}
