/** What a command may touch of the outside. Tests pass their own. */
export type Io = {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Everything piped in, or the empty string when nothing is. */
  readStdin(): Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Somebody types at standard input. */
  readonly attended?: boolean;
  /** Fires on Ctrl+C, on a closed output pipe and when a time limit is reached. */
  readonly signal: AbortSignal;
};

export type Sink = {
  write(text: string): void;
  /** Resolves when what was written has gone on its way: to be awaited between large pieces. */
  drained?(): Promise<void>;
  readonly isTty: boolean;
  /** How wide the terminal is. */
  readonly columns?: number | undefined;
};

/** Why a run was stopped from outside; the reason of `Io.signal`. */
export type StopCause = "interrupt" | "closed" | "timeout";
