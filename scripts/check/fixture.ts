import type { SourceFile } from "./source-file.ts";
import { sourceFile } from "./source-file.ts";

/** A repository as a table of paths and texts. */
export function repo(texts: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(texts).map(([path, text]) => sourceFile(path, text));
}
