import type { UserFailure } from "@squire/protocol";
import type { Attached, AttachPlace } from "./attach-file.ts";

/** What the words after `squire run` ask for: a text, and files beside it (CLI-3). */
export type Task = { readonly text: string; readonly files: readonly Attached[] };

export type TaskRead =
  | { readonly ok: true; readonly task: Task }
  | { readonly ok: false; readonly failure: UserFailure };

/**
 * Words are joined by spaces; one that begins with `@` attaches the file it names. A quoted sentence
 * that only begins with `@` stays text.
 */
export async function readTask(words: readonly string[], place: AttachPlace): Promise<TaskRead> {
  const texts: string[] = [];
  const files: Attached[] = [];
  for (const word of words) {
    if (!/^@./.test(word)) {
      texts.push(word);
      continue;
    }
    const { attachFile } = await import("./attach-file.ts");
    const read = await attachFile(word.slice(1), place);
    if (read.ok) files.push(read.file);
    else if (read.missing && /\s/.test(word)) texts.push(word);
    else return read;
  }
  return { ok: true, task: { text: texts.join(" "), files } };
}
