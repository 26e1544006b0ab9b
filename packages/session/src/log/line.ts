import { createHash, hash } from "node:crypto";
import type { JsonObject } from "@squire/protocol";

/** A line ends in `,"h":"<64 hex digits>"}`. This holds for every version of the format. */
const HASH_CHARS = 64;
const SEAL_START = ',"h":"';
const SEAL_LENGTH = SEAL_START.length + HASH_CHARS + 2;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const CLOSE = encoder.encode("}");

export type SealedLine = { readonly bytes: Uint8Array; readonly h: string };

/** The line of an object, with its newline. `h` covers the text as written, without `h` itself. */
export function sealLine(value: object): SealedLine {
  const text = JSON.stringify(value);
  const h = hash("sha256", text, "hex");
  return { bytes: encoder.encode(`${text.slice(0, -1)}${SEAL_START}${h}"}\n`), h };
}

/** What a line says about itself, without its newline. */
export type Seal = { readonly stated: string; readonly holds: boolean };

/** Null when the line does not end as ours do. */
export function checkSeal(line: Uint8Array): Seal | null {
  const stated = statedHash(line);
  if (stated === null) return null;
  const open = line.subarray(0, line.length - SEAL_LENGTH);
  const computed = createHash("sha256").update(open).update(CLOSE).digest("hex");
  return { stated, holds: computed === stated };
}

/** All hex and structure are ASCII, so that bytes can be compared as Latin-1. */
export function statedHash(line: Uint8Array): string | null {
  if (line.length <= SEAL_LENGTH) return null;
  const end = Buffer.from(line.buffer, line.byteOffset + line.length - SEAL_LENGTH, SEAL_LENGTH);
  return /^,"h":"([0-9a-f]{64})"\}$/.exec(end.toString("latin1"))?.[1] ?? null;
}

export type Decoded =
  | { readonly kind: "object"; readonly value: JsonObject }
  | { readonly kind: "problem"; readonly message: string };

/** A line's JSON object. Never throws: also on bad UTF-8, NULs and nesting beyond the stack. */
export function decodeLine(line: Uint8Array): Decoded {
  try {
    const value: unknown = JSON.parse(decoder.decode(line));
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { kind: "problem", message: "it is not a JSON object" };
    }
    return { kind: "object", value: value as JsonObject };
  } catch (error) {
    const why = error instanceof TypeError ? "it is not valid UTF-8" : "it is not valid JSON";
    return { kind: "problem", message: why };
  }
}
