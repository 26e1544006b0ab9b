import { dirname, join } from "node:path";
import type { FileText } from "../settings/read-text.ts";
import { readProjectText, readTextFile } from "../settings/read-text.ts";

export type Instructions = { readonly file: string; readonly text: string };

/** In the root, the first that says something (MEM-1). */
const PROJECT_FILES = ["SQUIRE.md", "AGENTS.md"];

/** The project's own instructions; null when there are none, or only blank ones. */
export async function projectInstructions(root: string): Promise<Instructions | null> {
  for (const file of PROJECT_FILES) {
    const text = said(await readProjectText(join(root, file)));
    if (text !== null) return { file, text };
  }
  return nearest(root, "AGENTS.md");
}

/** The user's own, for all projects. */
export async function userInstructions(home: string): Promise<Instructions | null> {
  for (const file of PROJECT_FILES) {
    const text = said(await readTextFile(join(home, file)));
    if (text !== null) return { file: `~/.squire/${file}`, text };
  }
  return null;
}

/** A file in the `.squire` folder of this folder or of one above it, the nearest that says something (MEM-2). */
export async function nearest(folder: string, file: string): Promise<Instructions | null> {
  for (let at = folder; ; at = dirname(at)) {
    const text = said(await readProjectText(join(at, ".squire", file)));
    if (text !== null) return { file: `.squire/${file}`, text };
    if (dirname(at) === at) return null;
  }
}

function said(read: FileText): string | null {
  return read.type === "text" && read.text.trim() !== "" ? read.text : null;
}
