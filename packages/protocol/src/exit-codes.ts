/** What `squire` tells its caller by its exit code (CLI-5). */
export const EXIT_CODES = {
  ok: 0,
  error: 1,
  usage: 2,
  /** An approval or an answer was needed and nobody was there to give it. */
  needsAnswer: 3,
  /** A budget or a limit was reached. */
  limit: 4,
  /** The provider failed or rejected the key. */
  provider: 5,
  aborted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
