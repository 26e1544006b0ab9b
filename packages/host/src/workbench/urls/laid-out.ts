import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Texts laid down as files for those who can only search files, private and gone at the end. */
export class LaidOut {
  #folder: Promise<string> | null = null;

  async file(text: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "squire-url-"));
    const hash = createHash("sha256").update(text).digest("hex");
    const path = join(await this.#folder, `${hash}.md`);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  async clear(): Promise<void> {
    if (this.#folder === null) return;
    await rm(await this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}
