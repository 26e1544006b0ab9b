import type { Segment } from "../shell/segment.ts";
import type { ShellWord } from "../shell/word.ts";
import type { ProgramSpec } from "./spec.ts";

/** A program with the words behind it, as the table knows it. */
export type Asked = {
  /** With its subcommands: `git log`. */
  readonly name: string;
  readonly spec: ProgramSpec;
  readonly args: readonly ShellWord[];
  readonly segment: Segment;
};
