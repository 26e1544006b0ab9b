import { createHash } from "node:crypto";
import { ifThere } from "../disk.ts";
import { using, type TreeDisk, type TreeFile } from "../snapshots/tree-disk.ts";
import type { Artifact } from "./artifact.ts";
import { joined } from "./utf8.ts";

export type Unreadable =
  | { readonly kind: "missing" }
  /** The content is not what was written. */
  | { readonly kind: "damaged"; readonly message: string };

export type PartRead =
  | {
      readonly kind: "found";
      readonly artifact: Artifact;
      readonly bytes: Uint8Array;
      /** Where the next part begins; null at the end. */
      readonly nextOffset: number | null;
    }
  | Unreadable;

export type LinesRead =
  | {
      readonly kind: "found";
      readonly artifact: Artifact;
      readonly lines: readonly string[];
      /** The line to go on with; null at the end. */
      readonly nextLine: number | null;
    }
  | Unreadable;

const CHUNK_BYTES = 64 * 1024;
/** A longer line is cut: nobody reads it, and it must not fill the memory. */
const MAX_LINE_BYTES = 64 * 1024;

/** Reads artifacts by parts, never a whole one into memory. */
export class ArtifactReader {
  readonly #disk: TreeDisk;
  readonly #folder: string;
  /** The stamp of each file when its content was last found to be right. */
  readonly #checked = new Map<string, string>();

  constructor(disk: TreeDisk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  read(
    artifact: Artifact | null,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<PartRead> {
    return this.#open(artifact, async (file, found) => {
      const start = Math.min(Math.max(0, offset), found.size);
      const bytes = new Uint8Array(Math.min(Math.max(0, limit), found.size - start));
      await fill(file, bytes, start);
      const end = start + bytes.length;
      const nextOffset = end < found.size ? end : null;
      return { kind: "found", artifact: found, bytes, nextOffset } as const;
    });
  }

  readLines(
    artifact: Artifact | null,
    { from, count }: { readonly from: number; readonly count: number },
  ): Promise<LinesRead> {
    return this.#open(artifact, async (file, found) => {
      const lines: string[] = [];
      let [number, nextLine]: [number, number | null] = [0, null];
      for await (const line of linesOf(file)) {
        number++;
        if (lines.length === count || number >= from + count) {
          nextLine = number;
          break;
        }
        if (number >= from) lines.push(line);
      }
      return { kind: "found", artifact: found, lines, nextLine } as const;
    });
  }

  async #open<T>(
    artifact: Artifact | null,
    run: (file: TreeFile, found: Artifact) => Promise<T>,
  ): Promise<T | Unreadable> {
    const file =
      artifact && (await ifThere(this.#disk.openFile(`${this.#folder}/${artifact.id}.data`)));
    if (!artifact || !file) return { kind: "missing" };
    return using(Promise.resolve(file), async () => {
      const { stamp } = await file.stat();
      if (this.#checked.get(artifact.id) !== stamp) {
        if ((await hashOf(file)) !== artifact.sha256) return damaged(artifact);
        this.#checked.set(artifact.id, stamp);
      }
      return run(file, artifact);
    });
  }
}

function damaged({ id }: Artifact): Unreadable {
  const message = `The artifact ${id} is damaged: its content does not have its hash any more.`;
  return { kind: "damaged", message };
}

async function hashOf(file: TreeFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Each chunk is only good until the next one. */
async function* chunksOf(file: TreeFile): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let position = 0; ;) {
    const count = await file.read(buffer, position);
    if (count === 0) return;
    position += count;
    yield buffer.subarray(0, count);
  }
}

async function fill(file: TreeFile, into: Uint8Array, start: number): Promise<void> {
  for (let done = 0; done < into.length;) {
    const count = await file.read(into.subarray(done), start + done);
    if (count === 0) throw new Error("An artifact ends before its end.");
    done += count;
  }
}

const NEWLINE = 10;

async function* linesOf(file: TreeFile): AsyncGenerator<string> {
  let line: Uint8Array = new Uint8Array();
  for await (const chunk of chunksOf(file)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield lineText(longer(line, chunk.subarray(start, end)));
      line = new Uint8Array();
      start = end + 1;
    }
    line = longer(line, chunk.subarray(start));
  }
  if (line.length > 0) yield lineText(line);
}

function longer(line: Uint8Array, more: Uint8Array): Uint8Array {
  // A copy: the chunk will be something else.
  return joined(line, more.slice(0, MAX_LINE_BYTES + 1 - line.length));
}

function lineText(bytes: Uint8Array): string {
  const cut = bytes.length > MAX_LINE_BYTES;
  const text = new TextDecoder().decode(cut ? bytes.subarray(0, MAX_LINE_BYTES) : bytes);
  const clean = text.replaceAll("\0", "").replace(/\r$/, "");
  return cut ? `${clean}…` : clean;
}
