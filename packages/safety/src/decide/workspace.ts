/** The folders that decisions are about. Absolute paths, without links where the disk could be asked. */
export type GateWorkspace = {
  readonly root: string;
  /** Further places that may be written (SBX-1). */
  readonly writable: readonly string[];
  readonly home: string;
  /** Squire's own folder, `~/.squire` unless it was moved. */
  readonly squireHome: string;
  /** The disk does not tell upper from lower case. */
  readonly ignoresCase: boolean;
};
