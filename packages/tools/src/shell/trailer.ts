export type Trailer = { readonly exitCode: number; readonly cwd: string };

/**
 * Takes the end of each command out of the output of a shell that stays: a word that nobody can
 * guess, the exit code and the folder. The rest is output, wherever the chunks were cut.
 */
export class TrailerReader {
  readonly #word: Buffer;
  #held: Buffer = Buffer.alloc(0);

  constructor(word: string) {
    this.#word = Buffer.from(`${word} `);
  }

  /** What a shell is told in order to say it. */
  get command(): string {
    return `builtin printf '%s%s %s\\0' '${this.#word.toString()}' "$__squire_exit" "$PWD"`;
  }

  push(chunk: Uint8Array): { readonly output: Uint8Array; readonly trailer: Trailer | null } {
    const bytes = Buffer.concat([this.#held, chunk]);
    const at = bytes.indexOf(this.#word);
    const end = at === -1 ? -1 : bytes.indexOf(0, at);
    if (at !== -1 && end !== -1) {
      this.#held = bytes.subarray(end + 1);
      const [exit = "", ...cwd] = bytes.toString("utf8", at + this.#word.length, end).split(" ");
      const trailer = { exitCode: Number.parseInt(exit, 10), cwd: cwd.join(" ") };
      return { output: bytes.subarray(0, at), trailer };
    }
    const whole = at === -1 ? bytes.length - this.#beginning(bytes) : at;
    this.#held = bytes.subarray(whole);
    return { output: bytes.subarray(0, whole), trailer: null };
  }

  /** Nothing more comes. */
  end(): Uint8Array {
    return this.#held;
  }

  /** How many bytes at the end may be the beginning of the word. */
  #beginning(bytes: Buffer): number {
    for (let count = Math.min(this.#word.length - 1, bytes.length); count > 0; count--) {
      if (bytes.subarray(-count).equals(this.#word.subarray(0, count))) return count;
    }
    return 0;
  }
}
