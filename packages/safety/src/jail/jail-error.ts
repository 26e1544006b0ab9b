/** Why the jail did not do it. Failures of the disk itself come as they are, with their `code`. */
export type JailProblem =
  /** Not inside of any place that may be written. */
  | "outside"
  /** A repository's own data. */
  | "git"
  /** One of the places that may be written, as a whole. */
  | "root"
  /** A folder on the way was replaced meanwhile. */
  | "swapped"
  /** The content is not what the new one was made from. */
  | "stale"
  | "exists"
  | "missing"
  | "folder"
  | "no_plain_file"
  /** Both ends of a move lie on different disks, and it is more than a file. */
  | "other_disk";

export class JailError extends Error {
  override readonly name = "JailError";
  readonly problem: JailProblem;
  /** The path it is about. */
  readonly path: string;

  constructor(problem: JailProblem, path: string, options?: { readonly cause?: unknown }) {
    super(`${path}: ${problem}`, options);
    this.problem = problem;
    this.path = path;
  }
}
