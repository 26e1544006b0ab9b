import { locksOf } from "./proc-files.ts";
import type { Mark } from "./process-info.ts";

/** A limit of ours has 16 digits: a seven, nine of the owner, six of the call. */
const OWNER_DIGITS = 9;
const CALL_DIGITS = 6;

/** Makes the marks of all that one owner starts. */
export class Marks {
  /** How each of them begins. */
  readonly owner = `squire-${crypto.randomUUID()}.`;
  /** How each of their limits begins, as it is written; null where there is none. */
  readonly lockDigits: string | null;
  #count = 0;

  constructor() {
    // Inside of another Squire's call the limit stays as it is, so that it can find us.
    const isFree = process.platform === "linux" && locksOf("self") === null;
    this.lockDigits = isFree ? `7${randomDigits(OWNER_DIGITS)}` : null;
  }

  /** `outer` is the mark that we run under ourselves, if there is one. */
  next(outer: string | undefined): Mark {
    this.#count = (this.#count + 1) % 10 ** CALL_DIGITS;
    const own = `${this.owner}${this.#count}.`;
    const value = outer === undefined || outer === "" ? own : `${outer}/${own}`;
    const number = `${this.#count}`.padStart(CALL_DIGITS, "0");
    const locks = this.lockDigits === null ? null : Number(`${this.lockDigits}${number}`);
    return { own, value, locks };
  }
}

function randomDigits(count: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${random % 10 ** count}`.padStart(count, "0");
}
