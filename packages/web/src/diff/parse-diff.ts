/** One side of a row. */
export type DiffCell = { readonly number: number; readonly text: string };

/** `null` where a side has nothing. */
export type DiffRow =
  | { readonly kind: "same"; readonly left: DiffCell; readonly right: DiffCell }
  | { readonly kind: "changed"; readonly left: DiffCell | null; readonly right: DiffCell | null }
  | { readonly kind: "gap"; readonly text: string };

export type FileDiff = { readonly name: string; readonly rows: readonly DiffRow[] };

const HEADS =
  /^(?:diff |index |--- |\+\+\+ |new file|deleted file|similarity|rename|old mode|new mode)/;

/** A unified diff as rows for two columns: what goes beside what comes. Never throws. */
export function parseDiff(diff: string): readonly FileDiff[] {
  const reader = new DiffReader();
  for (const line of diff.replace(/\n$/, "").split("\n")) reader.read(line);
  return reader.end();
}

class DiffReader {
  readonly #files: { name: string; rows: DiffRow[] }[] = [];
  #removed: DiffCell[] = [];
  #added: DiffCell[] = [];
  #left = 1;
  #right = 1;
  /** Lines of the hunk that are still to come: inside it nothing is a head. */
  #owed = 0;

  read(line: string): void {
    // Inside a hunk a line that was taken away may look like a head: `--- x`.
    const mayBeBody = this.#owed > 0 && /^[-+ \\]/.test(line);
    if (!mayBeBody && this.#readHead(line)) return;
    const text = line.slice(1);
    switch (line[0]) {
      case "-":
        this.#owed -= 1;
        this.#removed.push({ number: this.#left++, text });
        return;
      case "+":
        this.#owed -= 1;
        this.#added.push({ number: this.#right++, text });
        return;
      case "\\":
        return;
      default:
        this.#owed -= 2;
        this.#flush();
        this.#rows().push({
          kind: "same",
          left: { number: this.#left++, text },
          right: { number: this.#right++, text },
        });
    }
  }

  end(): readonly FileDiff[] {
    this.#flush();
    return this.#files;
  }

  #readHead(line: string): boolean {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)/.exec(line);
    if (hunk !== null) {
      this.#flush();
      if (this.#rows().length > 0) this.#rows().push({ kind: "gap", text: (hunk[5] ?? "").trim() });
      [this.#left, this.#right] = [Number(hunk[1]), Number(hunk[3])];
      this.#owed = Number(hunk[2] ?? 1) + Number(hunk[4] ?? 1);
      return true;
    }
    if (!HEADS.test(line)) return false;
    this.#flush();
    if (line.startsWith("--- ")) this.#files.push({ name: nameIn(line), rows: [] });
    if (line.startsWith("+++ ") && nameIn(line) !== "/dev/null") this.#rename(nameIn(line));
    return true;
  }

  #rename(name: string): void {
    const file = this.#files.at(-1);
    if (file !== undefined) file.name = name;
  }

  #rows(): DiffRow[] {
    const file = this.#files.at(-1);
    if (file !== undefined) return file.rows;
    const rows: DiffRow[] = [];
    this.#files.push({ name: "", rows });
    return rows;
  }

  /** What went and what came at one place stand beside each other. */
  #flush(): void {
    const count = Math.max(this.#removed.length, this.#added.length);
    for (let at = 0; at < count; at++) {
      const [left = null, right = null] = [this.#removed[at], this.#added[at]];
      this.#rows().push({ kind: "changed", left, right });
    }
    [this.#removed, this.#added] = [[], []];
  }
}

function nameIn(line: string): string {
  return (
    line
      .slice(4)
      .split("\t")[0]
      ?.replace(/^[ab]\//, "") ?? ""
  );
}

/** Where two lines differ: what is the same before and behind it is left out. */
export function changedWords(
  left: string,
  right: string,
): { readonly start: number; readonly end: number } {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return { start, end };
}
