/** One outside judge: data somebody else made, and how we fare on it. */
export type Judge = {
  readonly name: string;
  /** The folder below the judges' root it needs. */
  readonly needs: string;
  run(folder: string, options: JudgeOptions): Promise<Verdict>;
};

/** `full`: also what takes many minutes, such as embedding everything. */
export type JudgeOptions = { readonly full: boolean };

export type Verdict = {
  readonly cases: number;
  readonly failures: readonly string[];
  /** More figures for the table, such as counts per group. */
  readonly note: string;
};

/** Counts cases and remembers what went wrong. */
export class Tally {
  readonly #failures: string[] = [];
  #cases = 0;

  check(ok: boolean, failure: () => string): void {
    this.#cases++;
    if (!ok) this.#failures.push(failure());
  }

  verdict(note: string): Verdict {
    return { cases: this.#cases, failures: this.#failures, note };
  }
}
