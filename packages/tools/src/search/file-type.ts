import { ToolError } from "@squire/agent";
import { FILE_TYPES, TYPE_ALIASES } from "./types.ts";

/** The globs of file names that a type stands for; a type nobody knows is taken as an ending. */
export function typeGlobs(type: string): readonly string[] {
  const name = type
    .trim()
    .replace(/^\*?\./, "")
    .toLowerCase();
  const known = Object.hasOwn(TYPE_ALIASES, name) ? (TYPE_ALIASES[name] ?? name) : name;
  if (Object.hasOwn(FILE_TYPES, known)) return FILE_TYPES[known] ?? [];
  if (/^[\w-]{1,20}$/.test(name)) return [`*.${name}`];
  throw new ToolError(
    `${type.slice(0, 40)} is no file type. Use one such as ts, py or rust, or glob.`,
  );
}
