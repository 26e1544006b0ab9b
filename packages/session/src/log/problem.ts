/**
 * What is wrong with a line: `torn` at the end of the file, `unreadable` bytes, `changed` since it
 * was written, lines `missing` before it, an entry that is `invalid`, a line `too_long`, no usable
 * `header`, or a `version` that is newer than this program.
 */
export type LogProblemCode =
  | "torn"
  | "unreadable"
  | "changed"
  | "missing"
  | "invalid"
  | "too_long"
  | "header"
  | "version";

export type LogProblem = {
  readonly code: LogProblemCode;
  readonly line: number;
  readonly offset: number;
  readonly message: string;
};

const MESSAGES: Readonly<Record<LogProblemCode, string>> = {
  torn: "was not written to its end",
  unreadable: "cannot be read",
  changed: "was changed after it was written",
  missing: "does not follow the line before it: lines are missing, repeated or out of order",
  invalid: "is not a valid entry",
  too_long: "is longer than 64 MB and was skipped",
  header: "should be the header of a session",
  version: "was written by a newer version of Squire",
};

export function logProblem(
  code: LogProblemCode,
  { line, offset }: { readonly line: number; readonly offset: number },
  detail?: string,
): LogProblem {
  const more = detail === undefined ? "" : `: ${detail}`;
  return { code, line, offset, message: `Line ${line} ${MESSAGES[code]}${more}.` };
}
