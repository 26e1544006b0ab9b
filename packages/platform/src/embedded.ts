import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { EMBEDDED, type EmbeddedFile } from "./embedded-table.ts";

/** Whether this is the compiled program, which has its files inside it. */
export function isCompiled(): boolean {
  return EMBEDDED.isCompiled;
}

/** Whether the build has put a file of this name into the program. */
export function hasEmbedded(name: string): boolean {
  return Object.hasOwn(EMBEDDED.files, name);
}

/** A text that the build has put into the program; null when it runs from source. */
export function embeddedText(name: string): string | null {
  return EMBEDDED.texts[name] ?? null;
}

/**
 * The path of a file that the build has put into the program; null when there is none of that name.
 * It is laid down once in the folder, which becomes private to the user, under a name with its hash.
 * What lies there is believed only after its bytes were checked.
 */
export async function embeddedFile(name: string, folder: string): Promise<string | null> {
  const file = EMBEDDED.files[name];
  return file === undefined ? null : layDown(name, file, folder);
}

/** The bytes of a file that the build has put into the program; null when there is none of that name. */
export async function embeddedBytes(name: string): Promise<Uint8Array | null> {
  const file = EMBEDDED.files[name];
  return file === undefined ? null : unpacked(file);
}

/** As `embeddedFile`, for any entry of a table. */
export async function layDown(name: string, file: EmbeddedFile, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkPrivate(folder);
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  const path = join(folder, `${stem}-${file.hash.slice(0, 16)}${ending}`);
  if (await isWhole(path, file)) return path;
  const bytes = await unpacked(file);
  // Whoever else does the same at this moment puts the same bytes there.
  const temp = join(folder, `.${crypto.randomUUID()}.tmp`);
  try {
    await writeFile(temp, bytes, { flag: "wx", mode: 0o700 });
    await rename(temp, path);
  } catch (error) {
    await rm(temp, { force: true });
    if (!(await isWhole(path, file))) throw error;
  }
  return path;
}

/** Programs are run from there: nobody else may be able to put one in. */
async function checkPrivate(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} is not a folder of this user; programs are not kept there.`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

async function isWhole(path: string, { hash, bytes }: EmbeddedFile): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size !== bytes) return false;
    return sha256(await readFile(path)) === hash;
  } catch {
    return false;
  }
}

async function unpacked({ path, hash }: EmbeddedFile): Promise<Uint8Array> {
  const { zstdDecompressSync } = await import("node:zlib");
  const bytes = zstdDecompressSync(await readFile(path));
  if (sha256(bytes) !== hash) throw new Error("A file inside this program is damaged.");
  return bytes;
}

function sha256(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
