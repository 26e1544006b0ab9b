import { ToolError } from "@squire/agent";
import { editDistance, slipLimit } from "@squire/protocol/spelling";
import type { FileTree, Pieces } from "../../files/file-tree.ts";
import type { Place } from "../../files/files.ts";
import { cutList } from "../../workspace/cut-list.ts";
import { shownName } from "../../workspace/shown-name.ts";
import type { View } from "../view.ts";
import {
  ArchiveProblem,
  plainEntryName,
  type Archive,
  type Entry,
  type Extract,
} from "./archive.ts";
import { gzipStream } from "./byte-stream.ts";
import { isTar, openTar } from "./tar.ts";
import { firstOf, unpack } from "./unpack.ts";
import { openZip } from "./zip.ts";

export type ArchiveKind = "zip" | "tar" | "gzip";

/** How a file inside is looked at; `extract` gives its first bytes, as many as are asked for. */
export type SeeInner = (extract: (most: number) => Promise<Extract>) => Promise<View>;

const MOST_SIMILAR = 5;
/** Letters of a name; comparing takes the square of it, for each entry. */
const MOST_COMPARED = 60;

export type ArchiveWish = {
  readonly kind: ArchiveKind;
  /** A file or folder inside; empty for all of it. */
  readonly inner: string;
};

/** What is in an archive, or a file of it (FS-1). */
export async function seeArchive(
  { files, place, signal }: { files: FileTree; place: Place; signal: AbortSignal },
  wish: ArchiveWish,
  see: SeeInner,
): Promise<View> {
  try {
    return await files.pieces(place, signal, (file) => look(file, wish, see));
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    const inner = wish.inner === "" ? "" : `/${wish.inner}`;
    throw new ToolError(`Cannot read ${shownName(place.name + inner)}: ${error.message}`);
  }
}

async function look(file: Pieces, { kind, inner }: ArchiveWish, see: SeeInner) {
  const archive = await open(file, kind);
  if (archive === null) return see((most) => extractGzip(file, most));
  const wanted = plainEntryName(inner);
  const entry = archive.entries.find(({ name, isFolder }) => name === wanted && !isFolder);
  if (entry !== undefined) return see((most) => archive.extract(entry, most));
  const below = wanted === "" ? "" : `${wanted}/`;
  const inside = archive.entries.filter(({ name }) => name.startsWith(below));
  const isThere = wanted === "" || archive.entries.some(({ name }) => name === wanted);
  if (inside.length === 0 && !isThere) throw missing(archive, wanted);
  return listing(archive, inside);
}

/** Null for a single packed file. */
async function open(file: Pieces, kind: ArchiveKind): Promise<Archive | null> {
  if (kind === "zip") return openZip(file);
  if (kind === "tar") return openTar(file, null);
  return isTar(await gzipStream(file).take(512)) ? openTar(file, "gzip") : null;
}

async function extractGzip(file: Pieces, most: number): Promise<Extract> {
  const { bytes, isAll } = await firstOf(unpack(file, "gzip"), most);
  if (isAll) return { bytes, size: bytes.length };
  const tail = Buffer.from(await file.read(file.size - 4, 4));
  return { bytes, size: Math.max(tail.readUInt32LE(), bytes.length + 1) };
}

function listing(archive: Archive, entries: readonly Entry[]): View {
  const lines = entries.map(({ name, isFolder, bytes }) =>
    isFolder ? `${shownName(name)}/` : `${shownName(name)}\t${bytes}`,
  );
  const { lines: shown, omitted } = cutList(lines);
  const more = [
    ...(omitted > 0 ? [`(${omitted} more; name a folder of the archive to see less)`] : []),
    ...(archive.isCut ? ["(the archive has more entries than were looked at)"] : []),
  ];
  const text = shown.length === 0 ? "(empty archive)" : [...shown, ...more].join("\n");
  return { type: "report", text, truncated: more.length > 0 };
}

function missing({ entries }: Archive, wanted: string): ArchiveProblem {
  const baseOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  const base = baseOf(wanted).slice(0, MOST_COMPARED);
  const limit = slipLimit(base) + 1;
  const similar = entries
    .map(({ name }) => ({
      name,
      distance: editDistance(base, baseOf(name).slice(0, MOST_COMPARED), limit),
    }))
    .filter(({ distance }) => distance < limit)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_SIMILAR)
    .map(({ name }) => shownName(name));
  const hint = similar.length === 0 ? "" : ` Similar: ${similar.join(", ")}`;
  return new ArchiveProblem(`it is not in the archive.${hint}`);
}
