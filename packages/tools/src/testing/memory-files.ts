import { ToolError } from "@squire/agent";
import { createHash } from "node:crypto";
import type { FileContent, Files, Place, Seen } from "../files/files.ts";

/** Files in memory that keep the promises of the contract. */
export class MemoryFiles implements Files {
  readonly contents = new Map<string, Uint8Array>();
  /** Set to make a write of this path fail. */
  broken: string | null = null;

  constructor(given: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [path, content] of Object.entries(given))
      this.contents.set(path, Buffer.from(content));
  }

  text(path: string): string | null {
    const bytes = this.contents.get(path);
    return bytes === undefined ? null : Buffer.from(bytes).toString("utf8");
  }

  async place(path: string): Promise<Place> {
    return { path: `/place/${path}`, name: path, writable: !/^(?:\.\.)?\//.test(path) };
  }

  async readIfThere({ name }: Place): Promise<FileContent | null> {
    const bytes = this.contents.get(name);
    return bytes === undefined ? null : { bytes, hash: sha256(bytes) };
  }

  async read(place: Place): Promise<FileContent> {
    const found = await this.readIfThere(place);
    if (found === null) throw new ToolError(`There is no ${place.name}.`);
    return found;
  }

  async replace(place: Place, bytes: Uint8Array, { was }: { readonly was: string | null }) {
    await this.#check(place, was);
    this.contents.set(place.name, bytes);
  }

  async remove(place: Place, { was }: { readonly was: string }) {
    await this.#check(place, was);
    this.contents.delete(place.name);
  }

  async #check(place: Place, was: string | null): Promise<void> {
    if (this.broken === place.name) throw new ToolError("the disk is full");
    const hash = (await this.readIfThere(place))?.hash ?? null;
    if (hash !== was) throw new ToolError(`${place.name} is not what it was.`);
  }
}

export class MemorySeen implements Seen {
  readonly hashes = new Map<string, string>();

  note(path: string, hash: string): void {
    this.hashes.set(path, hash);
  }

  hashOf(path: string): string | null {
    return this.hashes.get(path) ?? null;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
