import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where things lie under Squire's home folder. Pure. */
export function sessionsPath(home: string): string {
  return join(home, "sessions");
}

export function trashPath(home: string): string {
  return join(home, "trash");
}

const PROJECT_CHARS = 16;
const MAX_NAME = 64;

/** The folder of a project's sessions: the same for every spelling of its path (SES-1). */
export function projectKey(cwd: string): string {
  const slashed = cwd.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
  // Windows does not tell upper from lower case.
  const spelled = /^[A-Za-z]:/.test(slashed) ? slashed.toLowerCase() : slashed;
  return createHash("sha256").update(spelled).digest("hex").slice(0, PROJECT_CHARS);
}

/** `<timestamp>_<id>.jsonl`: sorted by name is sorted by time. */
export function logName(createdAt: number, id: string): string {
  const time = new Date(createdAt).toISOString().replaceAll(/[:.]/g, "-");
  return `${time}_${id}.jsonl`;
}

export type LogName = { readonly createdAt: number; readonly id: string };

/** Null for files that are no logs. */
export function parseLogName(name: string): LogName | null {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z_([A-Za-z0-9_-]+)\.jsonl$/.exec(
    name,
  );
  if (parts === null) return null;
  const [, day, hour, minute, second, milli, id = ""] = parts;
  const createdAt = Date.parse(`${day}T${hour}:${minute}:${second}.${milli}Z`);
  return Number.isNaN(createdAt) ? null : { createdAt, id };
}

/** An id that can stand in a file name. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id);
}

const NOT_IN_NAMES =
  /[^\w\-\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/gu;

/** A name as `--session` takes it: word characters, `-` and CJK, at most 64; others become `_`. */
export function sessionName(text: string): string {
  const spelled = text.normalize("NFC").trim().replaceAll(NOT_IN_NAMES, "_");
  return Array.from(spelled).slice(0, MAX_NAME).join("") || "_";
}
