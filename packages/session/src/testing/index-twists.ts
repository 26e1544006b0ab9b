import type { Disk } from "../disk.ts";
import { ifThere } from "../disk.ts";
import { decodeHead, encodeHead, HEAD_BYTES, startDigest } from "../table/checkpoint.ts";
import type { Checkpoint } from "../table/checkpoint.ts";
import { logIndexPath } from "../table/fits-log.ts";
import { NO_DIGEST, readIndexFile } from "../table/read-index.ts";
import { pictureOf } from "./picture.ts";
import { randomFile } from "./random-file.ts";
import { testPorts } from "./rig.ts";

export type TwistAt = {
  readonly disk: Disk;
  readonly path: string;
  readonly random: () => number;
};

/** What may happen to an index or to its log between two readings. */
export type IndexTwist = (at: TwistAt) => Promise<void>;

export async function put(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const file = await disk.open(path, "w");
  await file.append(bytes);
  await file.close();
}

async function edited(
  { disk, random }: TwistAt,
  path: string,
  edit: (bytes: Uint8Array, at: number) => Uint8Array,
): Promise<void> {
  const bytes = await ifThere(disk.readFile(path));
  if (bytes === null || bytes.length === 0) return;
  await put(disk, path, edit(bytes, Math.floor(random() * bytes.length)));
}

/** A byte of the log is exchanged behind an index that is up to date: only such a one can notice. */
export const unseenEdit: IndexTwist = async (at) => {
  await ifThere(at.disk.unlink(logIndexPath(at.path)));
  await pictureOf(testPorts(at.disk), at.path, { withIndex: true });
  await edited(at, at.path, (bytes, place) => bytes.with(place, 0x40));
};

/** None of these may change what is read. */
export const INDEX_TWISTS: Readonly<Record<string, IndexTwist>> = {
  nothing: async () => undefined,
  "a changed byte": (at) =>
    edited(at, logIndexPath(at.path), (bytes, place) =>
      bytes.with(place, ((bytes[place] ?? 0) + 1 + Math.floor(at.random() * 255)) % 256),
    ),
  "a cut": (at) => edited(at, logIndexPath(at.path), (bytes, place) => bytes.subarray(0, place)),
  "bytes behind it": (at) =>
    edited(at, logIndexPath(at.path), (bytes, place) =>
      Buffer.concat([bytes, bytes.subarray(place)]),
    ),
  "another log in its place": ({ disk, path, random }) =>
    put(disk, path, randomFile(Math.floor(random() * 1e9)).bytes),
  "the index of another log": async ({ disk, path, random }) => {
    const other = `${path}.other`;
    await put(disk, other, randomFile(Math.floor(random() * 1e9)).bytes);
    await pictureOf(testPorts(disk), other, { withIndex: true });
    const index = await ifThere(disk.readFile(logIndexPath(other)));
    if (index !== null) await put(disk, logIndexPath(path), index);
  },
  "a log that was edited": unseenEdit,
  "a log that was cut": (at) => edited(at, at.path, (bytes, place) => bytes.subarray(0, place)),
  "another format": (at) => reforged(at, (checkpoint) => ({ ...checkpoint, format: "0" })),
};

/**
 * Writes the first checkpoint of an index anew, with a hash that fits: what only a liar would do. The
 * records of its rows lie `shift` bytes off.
 */
export async function reforged(
  { disk, path }: TwistAt,
  forge: (checkpoint: Checkpoint) => Checkpoint,
  shift = 0,
): Promise<void> {
  const index = logIndexPath(path);
  const read = await readIndexFile(disk, index);
  const bytes = await ifThere(disk.readFile(index));
  const head = bytes && decodeHead(bytes);
  if (read === null || bytes === null || head === null || read.checkpoints > 1) return;
  const rows = bytes.slice(HEAD_BYTES + head.textBytes, read.end);
  const text = Buffer.from(JSON.stringify(forge({ ...read.last, marks: read.marks })));
  const frame = { before: NO_DIGEST, text, groups: head.groups };
  const hash = startDigest(frame);
  for (let at = 0; at < rows.length;) {
    const [count = 0, length = 0] = new Uint32Array(rows.slice(at, at + 8).buffer);
    const starts = rows.slice(at + 8, at + 8 + 8 * count);
    new Float64Array(starts.buffer).forEach((start, row, all) => void (all[row] = start + shift));
    rows.set(starts, at + 8);
    at += 8 + length;
    hash.add({ count, bytes: rows.subarray(at - length, at) });
  }
  await put(disk, index, Buffer.concat([encodeHead(frame, hash.end()), text, rows]));
}
