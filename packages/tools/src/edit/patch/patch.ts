/** A part of a file that a patch changes: these lines stand there, those shall. */
export type Hunk = {
  /** Lines that stand somewhere above, one behind the other; the search begins behind the last. */
  readonly anchors: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The lines before are the last of the file. */
  readonly atEnd: boolean;
  /** Where the patch believes that they begin, from 1; a hint among several places. */
  readonly line: number | null;
  /** Whether the file shall end without a line end; null where the patch does not say. */
  readonly noFinalEnd: boolean | null;
};

export type FileChange =
  | { readonly type: "add"; readonly path: string; readonly text: string }
  | { readonly type: "delete"; readonly path: string }
  | {
      readonly type: "update";
      readonly path: string;
      readonly moveTo: string | null;
      readonly hunks: readonly Hunk[];
    };

export type ParsedPatch =
  | { readonly ok: true; readonly changes: readonly FileChange[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** A problem of a patch at a line of it, from 1. */
export class PatchProblem extends Error {
  override readonly name = "PatchProblem";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
