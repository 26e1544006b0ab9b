import { createHash } from "node:crypto";
import type { SessionHeader } from "@squire/protocol";
import type { LogProblem } from "../log/problem.ts";
import type { ReadFrom } from "../log/read.ts";
import type { TreeState } from "../tree/entry-tree.ts";
import type { KeptFacts } from "../tree/facts.ts";
import type { Summary } from "../summary.ts";

/**
 * An index of another format is not looked at. The number is raised whenever the same log would give
 * another index: other rows, other facts. Behind it stands a hash of the schemas of entries, because
 * they decide what is in an index at all; a test says what it must be.
 */
export const INDEX_FORMAT = "3-e9bf09a6";

/** What is known of a log up to a place in it; the rows of its table lie behind it in the file. */
export type Checkpoint = {
  readonly format: string;
  readonly place: ReadFrom;
  /** How long the log was, and when it was last written. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly header: SessionHeader | null;
  readonly problems: readonly LogProblem[];
  readonly tree: TreeState;
  readonly summary: Summary;
  readonly facts: KeptFacts;
  /** Those that no earlier checkpoint of the file has. */
  readonly marks: readonly (readonly [row: number, facts: KeptFacts])[];
};

/** Some rows of the table, encoded. */
export type RowGroup = { readonly count: number; readonly bytes: Uint8Array };

const MAGIC = Buffer.from("squirix\n");
export const HEAD_BYTES = MAGIC.length + 4 + 4 + 32;
export const GROUP_HEAD_BYTES = 8;

/** How a checkpoint begins: how long its text is, how many groups follow, and the hash over it all. */
export type Head = {
  readonly textBytes: number;
  readonly groups: number;
  readonly digest: string;
};

/** Null when it is none. */
export function decodeHead(bytes: Uint8Array): Head | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  return {
    textBytes: head.readUInt32LE(MAGIC.length),
    groups: head.readUInt32LE(MAGIC.length + 4),
    digest: head.toString("hex", HEAD_BYTES - 32),
  };
}

export function decodeGroupHead(bytes: Uint8Array): {
  readonly count: number;
  readonly length: number;
} {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { count: head.getUint32(0, true), length: head.getUint32(4, true) };
}

/** What a checkpoint is made of besides its rows. */
export type Framed = {
  readonly before: string;
  readonly text: Uint8Array;
  readonly groups: number;
};

/** Hashes a checkpoint and, by theirs, the ones before it: each vouches for all that came earlier. */
export function startDigest({ before, text, groups }: Framed): {
  add(group: RowGroup): void;
  end(): string;
} {
  const hash = createHash("sha256").update(before, "hex").update(sizes(text.length, groups));
  hash.update(text);
  return {
    add: (group) => void hash.update(groupHead(group)).update(group.bytes),
    end: () => hash.digest("hex"),
  };
}

export function encodeHead({ text, groups }: Framed, digest: string): Uint8Array {
  return Buffer.concat([MAGIC, sizes(text.length, groups), Buffer.from(digest, "hex")]);
}

export function encodeText(checkpoint: Checkpoint): Uint8Array {
  return Buffer.from(JSON.stringify(checkpoint, finite));
}

export function groupHead({ count, bytes }: RowGroup): Uint8Array {
  return sizes(count, bytes.length);
}

function sizes(one: number, other: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(one);
  bytes.writeUInt32LE(other, 4);
  return bytes;
}

/** JSON has no word for what is not a number; a log whose sums end there gets no index. */
function finite(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("not finite");
  return value;
}
