/** A program about to be started. */
export type Command = {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All that it will see of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Whoever starts it makes it the leader of a session, without the user's terminal, as `runProcess`
   * and a PTY of our own do. Signals to its group then reach it inside the sandbox. Left out, the
   * sandbox makes the session and a signal ends everything in it at once.
   */
  readonly ownSession?: boolean;
  /** What came of it: nobody in there outlives it. */
  readonly contained?: true;
};

/** Something that stays in force while commands run inside it (SBX-2). */
export type Sandbox = AsyncDisposable & {
  /** One line for the record and for `doctor`: `bubblewrap, no network` or why there is none. */
  readonly name: string;
  /** False: commands run with all of the user's rights. */
  readonly confines: boolean;
  /** What this sandbox cannot stop, in words for the user; empty at best. */
  readonly gaps: readonly string[];
  /**
   * Said before commands are started: names that nobody may create are held as long as somebody
   * stays. Without it they are held until the sandbox is disposed.
   */
  enter(): Promise<Stay>;
  /**
   * The same command inside the sandbox. Null where commands must not run at all (SBX-3): `name`
   * says why.
   */
  wrap(command: Command): Command | null;
  /** Whether a failed command looks as if the sandbox had stopped it (SBX-4). */
  looksStopped(result: { readonly exitCode: number; readonly output: string }): boolean;
};

/** The time in which some commands run. */
export type Stay = {
  /** When all of them have ended. Tells which control files changed meanwhile. Never rejects. */
  leave(): Promise<readonly Stray[]>;
};

/** A control file that came or changed while commands ran: somebody should look at it. */
export type Stray = { readonly path: string; readonly what: "appeared" | "changed" | "gone" };
