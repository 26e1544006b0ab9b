/** A file or folder in an archive. */
export type Entry = {
  /** As it is stored, with `/` between folders and none at the end. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
};

export type Extract = {
  readonly bytes: Uint8Array;
  /** Of the whole entry, as far as it is known. */
  readonly size: number;
};

/** An archive that is held open. Nothing of it is ever put on the disk. */
export type Archive = {
  readonly entries: readonly Entry[];
  /** Not all entries were looked at. */
  readonly isCut: boolean;
  /** The first `most` bytes of a file in it. Throws `ArchiveProblem` when they cannot be had. */
  extract(entry: Entry, most: number): Promise<Extract>;
};

/** Why an archive cannot be read; the message is for the model. */
export class ArchiveProblem extends Error {
  override readonly name = "ArchiveProblem";
}

/** What an archive may cost, whatever it claims (S41). */
export const MOST = {
  entries: 20_000,
  /** The list of what is in a zip file. */
  directoryBytes: 16 * 1024 * 1024,
  /** All that is unpacked while looking for something in a compressed tar file. */
  unpackedBytes: 512 * 1024 * 1024,
} as const;

/** One spelling for people and for comparing: no `./`, no `/` at the ends. */
export function plainEntryName(name: string): string {
  return name
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "");
}
