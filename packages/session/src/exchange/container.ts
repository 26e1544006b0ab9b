import { createHash } from "node:crypto";
import type { Artifact } from "../artifacts/artifact.ts";
import { decodeArtifact } from "../artifacts/artifact.ts";
import type { Disk, DiskFile } from "../disk.ts";
import { LogError } from "../log/log-error.ts";
import { splitLines } from "../log/split-lines.ts";
import { countAt, parseFields, textAt } from "./fields.ts";
import type { Fields } from "./fields.ts";

/**
 * A session with its artifacts as one file of JSON lines (SES-16):
 * `squire.export`, the lines of the log as they are, then for each artifact `squire.artifact` and
 * its content in `squire.chunk` lines, and `squire.end` with the hash of everything before it.
 */
export const CONTAINER_VERSION = 1;
const OPENING = "squire.export";
const ARTIFACT = "squire.artifact";
const CHUNK = "squire.chunk";
const END = "squire.end";
/** Of an artifact, before base64 makes it a third longer. */
export const CHUNK_BYTES = 192 * 1024;

/** Writes the lines of a container and hashes what goes by. */
export class ContainerWriter {
  readonly #file: DiskFile;
  readonly #hash = createHash("sha256");
  #lines = 0;

  constructor(file: DiskFile) {
    this.#file = file;
  }

  open(): Promise<void> {
    return this.#write({ type: OPENING, version: CONTAINER_VERSION });
  }

  /** Lines of a log, each with its newline. */
  async log(lines: readonly Uint8Array[]): Promise<void> {
    await this.#put(Buffer.concat(lines), lines.length);
  }

  artifact({ id, tool, contentType, size, sha256, createdAt }: Artifact): Promise<void> {
    return this.#write({ type: ARTIFACT, id, tool, contentType, size, sha256, createdAt });
  }

  chunk(bytes: Uint8Array): Promise<void> {
    return this.#write({ type: CHUNK, data: Buffer.from(bytes).toString("base64") });
  }

  end(): Promise<void> {
    return this.#write({ type: END, lines: this.#lines, sha256: this.#hash.copy().digest("hex") });
  }

  #write(line: object): Promise<void> {
    return this.#put(new TextEncoder().encode(`${JSON.stringify(line)}\n`), 1);
  }

  async #put(bytes: Uint8Array, lines: number): Promise<void> {
    await this.#file.append(bytes);
    this.#hash.update(bytes);
    this.#lines += lines;
  }
}

export type ContainerPart =
  | { readonly kind: "log"; readonly bytes: Uint8Array }
  | { readonly kind: "artifact"; readonly artifact: Artifact }
  | { readonly kind: "chunk"; readonly bytes: Uint8Array };

/** Whether a first line begins a container. */
export function isContainer(firstLine: string): boolean {
  return textAt(parseFields(firstLine), "type") === OPENING;
}

/**
 * The parts in order. Rejects with `invalid` at the first thing that is not as it was written; what
 * came before that may be part of a damaged file: read it once to the end before believing any of it.
 */
export async function* readContainer(disk: Disk, path: string): AsyncGenerator<ContainerPart> {
  const hash = createHash("sha256");
  let [lines, ended] = [0, false];
  for await (const batch of splitLines(disk, path)) {
    for (const { bytes, terminated, tooLong } of batch) {
      if (ended || !terminated || tooLong) throw damaged();
      const part = partOf(bytes, lines);
      if (part.kind === "end") {
        if (part.lines !== lines || part.sha256 !== hash.copy().digest("hex")) throw damaged();
        ended = true;
      } else if (part.kind !== "opening") yield part;
      hash.update(bytes).update("\n");
      lines++;
    }
  }
  if (!ended) throw damaged();
}

type Line =
  | ContainerPart
  | { readonly kind: "opening" }
  | { readonly kind: "end"; readonly lines: number; readonly sha256: string };

function partOf(bytes: Uint8Array, at: number): Line {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 24));
  // Lines of a log go by as they are; their own hashes are checked when they are read.
  const isOurs = start.toString("latin1").startsWith('{"type":"squire.');
  if (!isOurs) {
    if (at === 0) throw damaged();
    return { kind: "log", bytes };
  }
  const fields = parseFields(new TextDecoder().decode(bytes));
  const type = textAt(fields, "type");
  if ((type === OPENING) !== (at === 0)) throw damaged();
  switch (type) {
    case OPENING:
      return opening(fields);
    case ARTIFACT: {
      const artifact = decodeArtifact(fields);
      if (artifact === undefined) throw damaged();
      return { kind: "artifact", artifact };
    }
    case CHUNK:
      return { kind: "chunk", bytes: Buffer.from(textAt(fields, "data") ?? "", "base64") };
    case END:
      return {
        kind: "end",
        lines: countAt(fields, "lines") ?? -1,
        sha256: textAt(fields, "sha256") ?? "",
      };
    default:
      throw damaged();
  }
}

function opening(fields: Fields | null): Line {
  if (countAt(fields, "version") === CONTAINER_VERSION) return { kind: "opening" };
  throw new LogError("unsupported", "This export was written by a newer version of Squire.", {
    advice: "Update Squire to import it.",
  });
}

export function damaged(): LogError {
  return new LogError("invalid", "The export is damaged or not complete; nothing was imported.", {
    advice: "Export the session again and copy the file as a whole.",
  });
}
