import { dirname, join, resolve } from "node:path";
import type { FileText, ReadText } from "./read-text.ts";

export type ProjectFile = { readonly path: string; readonly file: FileText };

/**
 * The nearest squire.toml from `cwd` upward. The home folder and the root of the disk belong to
 * no project: they count only when they are `cwd` itself.
 */
export async function findProjectFile(
  cwd: string,
  userHome: string,
  readText: ReadText,
): Promise<ProjectFile | null> {
  const home = resolve(userHome);
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    const isEdge = folder === home || folder === dirname(folder);
    if (isEdge && folder !== start) return null;
    const path = join(folder, "squire.toml");
    const file = await readText(path);
    if (file.type !== "missing") return { path, file };
    if (isEdge) return null;
  }
}
