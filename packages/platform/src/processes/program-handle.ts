/** How a program ended by itself. */
export type ProgramExit =
  | { readonly type: "exited"; readonly exitCode: number | null; readonly signal: string | null }
  | { readonly type: "failed-to-start"; readonly problem: string };

/** A program that was started, by whatever means. */
export type ProgramHandle = {
  /** Its number, which is its group's; null when it did not start. */
  readonly pid: number | null;
  /** Never rejects. */
  readonly exit: Promise<ProgramExit>;
  /** Once it has ended: resolves when no more output is to be expected. */
  drain(): Promise<void>;
  /** No output is handed on any more. */
  close(): void;
};

/** Must not throw. While what it gives is pending, nothing more is read. */
export type OnOutput = (chunk: Uint8Array, from: "stdout" | "stderr") => Promise<void> | void;
