import { hash } from "node:crypto";
import type { AuditEntry } from "./audit-event.ts";

/** What the next line is chained to. */
export type AuditHead = { readonly seq: number; readonly h: string };

/** Before the first line. */
export const EMPTY_HEAD: AuditHead = { seq: 0, h: "0".repeat(64) };

/** A line ends so; the hash covers all before it, also `prev`. */
const SEAL = /,"h":"([0-9a-f]{64})"\}$/;
const SEAL_BYTES = 72;

export function sha256(text: string | Uint8Array): string {
  return hash("sha256", text, "hex");
}

/** The line of an entry, with its newline, and what comes next is chained to. */
export function sealEntry(
  entry: AuditEntry,
  prev: string,
): { readonly line: string; readonly head: AuditHead } {
  const { kind, seq, at, pid, ...rest } = entry;
  const text = ascii(JSON.stringify({ seq, at, kind, pid, ...rest, prev }));
  const h = sha256(text);
  return { line: `${text.slice(0, -1)},"h":"${h}"}\n`, head: { seq, h } };
}

/** A line cut anywhere is still text, and nothing in it moves a terminal. */
function ascii(text: string): string {
  return text.replaceAll(/[\u007F-\uFFFF]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

export type ReadLine =
  | {
      readonly type: "entry";
      readonly entry: AuditEntry;
      readonly prev: string;
      readonly h: string;
    }
  /** `h` is what a line after it is chained to: a torn line is part of the chain as it lies there. */
  | { readonly type: "torn" | "changed"; readonly h: string };

/** What a line says, without its newline. Never throws. */
export function readLine(line: Uint8Array): ReadLine {
  const end = Buffer.from(line.subarray(-SEAL_BYTES)).toString("latin1");
  const stated = SEAL.exec(end)?.[1];
  if (stated === undefined) return { type: "torn", h: sha256(line) };
  const text = `${Buffer.from(line.subarray(0, -SEAL_BYTES)).toString("utf8")}}`;
  if (sha256(text) !== stated) return { type: "changed", h: sha256(line) };
  try {
    const value: unknown = JSON.parse(text);
    if (!isEntry(value)) return { type: "changed", h: stated };
    const { prev, ...entry } = value;
    return { type: "entry", entry, prev, h: stated };
  } catch {
    return { type: "changed", h: stated };
  }
}

/** Only what a reader relies on; a later version may say more. */
function isEntry(value: unknown): value is AuditEntry & { readonly prev: string } {
  if (typeof value !== "object" || value === null) return false;
  const { seq, at, kind, pid, prev } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(seq) &&
    typeof at === "number" &&
    typeof kind === "string" &&
    typeof pid === "number" &&
    typeof prev === "string"
  );
}
