import { promises } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Replaces a file at once or not at all; only the user can read it. */
export type WriteText = (path: string, text: string) => Promise<void>;

/** Writes beside the file and renames, so that a crash leaves the old or the new text. */
export const writePrivateFile: WriteText = async (path, text) => {
  const target = await linkTarget(path);
  const folder = dirname(target);
  await promises.mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `.${basename(target)}.${crypto.randomUUID()}.tmp`;
  const temporary = join(folder, name);
  try {
    await writeNew(temporary, text);
    await promises.rename(temporary, target);
  } catch (error) {
    await promises.rm(temporary, { force: true });
    throw error;
  }
};

async function writeNew(path: string, text: string): Promise<void> {
  await using file = await promises.open(path, "wx", 0o600);
  // The mode above is cut by the umask, never widened; this also undoes an odd umask.
  await file.chmod(0o600);
  await file.writeFile(text);
  await file.sync();
}

/** A settings file is often a link into a folder of dotfiles: the link stays, its target changes. */
async function linkTarget(path: string): Promise<string> {
  try {
    return await promises.realpath(path);
  } catch {
    // Not there yet, or a link to nothing: then the name itself is written.
    return path;
  }
}
