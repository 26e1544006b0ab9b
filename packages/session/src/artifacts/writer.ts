import { createHash } from "node:crypto";
import { ifThere } from "../disk.ts";
import { makeFolders, removeQuietly, syncFolder, TEMP_PREFIX } from "../snapshots/private-files.ts";
import { readSealed, writeSealed } from "../snapshots/sealed.ts";
import type { TreeFile, TreePorts } from "../snapshots/tree-disk.ts";
import { artifactIdOf, decodeArtifact, type Artifact, type ArtifactInfo } from "./artifact.ts";

/**
 * Takes an artifact piece by piece, to the disk at once: it may be larger than the memory. Ends
 * with exactly one of `finish` and `abort`; until then there is nothing to be found.
 */
export class ArtifactWriter {
  readonly #ports: TreePorts;
  readonly #folder: string;
  readonly #info: ArtifactInfo;
  readonly #temp: string;
  readonly #file: TreeFile;
  readonly #hash = createHash("sha256");
  #size = 0;

  private constructor(
    ports: TreePorts,
    folder: string,
    info: ArtifactInfo,
    open: { readonly temp: string; readonly file: TreeFile },
  ) {
    this.#ports = ports;
    this.#folder = folder;
    this.#info = info;
    this.#temp = open.temp;
    this.#file = open.file;
  }

  static async open(ports: TreePorts, folder: string, info: ArtifactInfo): Promise<ArtifactWriter> {
    await makeFolders(ports.disk, folder);
    const temp = `${folder}/${TEMP_PREFIX}${ports.ids()}`;
    const file = await ports.disk.createFile(temp);
    return new ArtifactWriter(ports, folder, info, { temp, file });
  }

  get size(): number {
    return this.#size;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#file.append(bytes);
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  /** Durable when it resolves. The same content, kept before, keeps its first description. */
  async finish(): Promise<Artifact> {
    const { disk, clock } = this.#ports;
    const sha256 = this.#hash.digest("hex");
    const id = artifactIdOf(sha256);
    try {
      try {
        await this.#file.sync();
      } finally {
        await this.#file.close();
      }
      // Over one that is there: if that was damaged, it is whole again.
      await disk.rename(this.#temp, `${this.#folder}/${id}.data`);
    } catch (error) {
      await removeQuietly(disk, this.#temp);
      throw error;
    }
    const known = await readSealed(disk, `${this.#folder}/${id}.json`);
    const first = known.kind === "found" ? decodeArtifact(known.body) : undefined;
    const artifact = { id, ...this.#info, size: this.#size, sha256, createdAt: clock.now() };
    if (first === undefined) {
      const to = { folder: this.#folder, name: `${id}.json`, synced: true };
      await writeSealed(this.#ports, to, artifact);
    } else {
      await syncFolder(disk, this.#folder);
    }
    return first ?? artifact;
  }

  async abort(): Promise<void> {
    await this.#file.close();
    await ifThere(this.#ports.disk.unlink(this.#temp));
  }
}
