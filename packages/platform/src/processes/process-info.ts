/** A process that runs, as the system lists it. */
export type ProcessInfo = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** When it began, in a unit of the system's own: only good for comparing. */
  readonly started: number;
};

export type ProcessList = {
  readonly all: readonly ProcessInfo[];
  /**
   * False when somebody who began since then ended while the list was made: who was born to it in
   * the meantime may not be on it.
   */
  readonly isSteady: boolean;
};

/** Where a platform keeps its list of processes. */
export type ProcessTable = {
  /** Everyone who runs; the dead that nobody has collected are left out. */
  list(since: number): ProcessList;
  /** Those among these who were given this mark, or have it from one who was. */
  carriers(pids: readonly number[], mark: Mark): ReadonlySet<number>;
  /** The same among all, each the moment it is met, the newest first. */
  meet(mark: Mark): Iterable<number>;
};

/** What a process hands on to all it starts, so that they are found again. */
export type Mark = {
  /** The value of `MARK_VARIABLE`: our own mark behind those of the calls that we run in. */
  readonly value: string;
  readonly own: string;
  /**
   * The same as a limit on file locks, which no kernel looks at any more: it stays where the
   * environment is cleared or written over. Null where it cannot be had.
   */
  readonly locks: number | null;
};

export const MARK_VARIABLE = "SQUIRE_CALL_ID";
