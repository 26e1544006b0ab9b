import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Io } from "../../io.ts";

/** A file of JSON objects, one per line; a problem is said with its line. */
export async function readJsonl<T>(
  file: string,
  io: Io,
  read: (value: Readonly<Record<string, unknown>>) => T | null,
): Promise<readonly T[] | string> {
  const found: T[] = [];
  let text: string;
  try {
    text = file === "-" ? await io.readStdin() : await readFile(resolve(io.cwd, file), "utf8");
  } catch (error) {
    return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const value = parse(line);
    const item = value === null ? null : read(value);
    if (item === null) return `${file}:${at + 1} is not what it should be: ${line.slice(0, 60)}`;
    found.push(item);
  }
  return found;
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}

/** A field that is text, or a number that stands for it. */
export function textField(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}
