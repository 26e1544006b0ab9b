/** A program about to be started. */
export type Command = {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All that it will see of the environment. */
  readonly env: Readonly<Record<string, string>>;
};

/** Something that stays in force while commands run inside it (SBX-2). */
export type Sandbox = {
  /** One line for the record and for `doctor`: `bubblewrap, no network` or why there is none. */
  readonly name: string;
  /** False: commands run with all of the user's rights. */
  readonly confines: boolean;
  /**
   * The same command inside the sandbox. Null where commands must not run at all (SBX-3): `name`
   * says why.
   */
  wrap(command: Command): Command | null;
  /** Whether a failed command looks as if the sandbox had stopped it (SBX-4). */
  looksStopped(result: { readonly exitCode: number; readonly output: string }): boolean;
};
