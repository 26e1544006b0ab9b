import type { MemoryIndex } from "./memory-index.ts";
import { chunkText } from "../chunk/chunk-text.ts";
import type { Chunk, Source, StoredChunk } from "./source.ts";
import { sha256 } from "./writer.ts";

/** A text that somebody adds by hand, one line of a JSONL file. */
export type AddedItem = {
  readonly id: string;
  readonly text: string;
  /** When it was said, however that is written. */
  readonly at?: string;
  readonly speaker?: string;
  /** Items of one session follow each other. */
  readonly session?: string;
};

export type AddReport = {
  readonly items: number;
  readonly sources: number;
  readonly changed: number;
};

/** What is longer is divided; all parts are found under the same id. */
const LONGEST = 2_000;

/** Adds items; one of an id that is there already takes its place. */
export function addItems(index: MemoryIndex, items: readonly AddedItem[], set: string): AddReport {
  const groups = new Map<string, AddedItem[]>();
  for (const item of items.map(withSpeaker)) {
    const path = sourceOf(item, set);
    groups.set(path, [...(groups.get(path) ?? []), item]);
  }
  const puts = [...groups].map(([path, group]): readonly [Source, readonly Chunk[]] => {
    const chunks = merged(index.chunksOf(path), group);
    const hash = sha256(JSON.stringify(chunks));
    const at = Date.parse(group.at(-1)?.at ?? "");
    const title = group[0]?.session ?? group[0]?.id ?? path;
    return [
      { path, kind: "document", title, hash, project: null, at: Number.isNaN(at) ? null : at },
      chunks,
    ];
  });
  return { items: items.length, sources: puts.length, changed: index.writer.putAll(puts) };
}

/** What is there already keeps its place among what was said around it. */
function merged(there: readonly StoredChunk[], items: readonly AddedItem[]): readonly Chunk[] {
  const fresh = new Map(items.map((item) => [item.id, item]));
  const replaced = new Set(fresh.keys());
  const chunks: Chunk[] = [];
  for (const chunk of there) {
    const item = chunk.key === undefined ? undefined : fresh.get(chunk.key);
    if (item !== undefined) {
      chunks.push(...chunksOf(item));
      fresh.delete(item.id);
    } else if (!replaced.has(chunk.key ?? "")) chunks.push(plainChunk(chunk));
  }
  return [...chunks, ...[...fresh.values()].flatMap(chunksOf)];
}

/** Items without a session that nobody says stand for themselves. */
function sourceOf({ id, session, speaker, at }: AddedItem, set: string): string {
  const family = id.includes("/") ? `${id.slice(0, id.lastIndexOf("/"))}/` : "";
  if (session !== undefined) return `added:${family}${session}`;
  if (speaker !== undefined) return `added:${family}${at ?? set}`;
  return `added:#${id}`;
}

const SAID_BY = /^(\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,30})?): /u;

/** `Ann: Hello` in a session is said by Ann. */
function withSpeaker(item: AddedItem): AddedItem {
  if (item.speaker !== undefined || item.session === undefined) return item;
  const speaker = SAID_BY.exec(item.text)?.[1];
  return speaker === undefined ? item : { ...item, speaker };
}

function chunksOf({ id, text, at, speaker }: AddedItem): readonly Chunk[] {
  const common = {
    key: id,
    ...(speaker === undefined ? {} : { speaker }),
    ...(at === undefined ? {} : { at }),
  };
  if (text.length <= LONGEST) return [{ ...common, text }];
  return chunkText(text).map(({ text: part, context = "" }) => ({
    ...common,
    text: part,
    context,
  }));
}

function plainChunk({ id: _id, path: _path, seq: _seq, ...chunk }: StoredChunk): Chunk {
  return chunk;
}

/** Adds a document as a whole, by the name of its file. */
export function addDocument(
  index: MemoryIndex,
  document: { readonly path: string; readonly text: string; readonly at: number },
): boolean {
  const { path, text, at } = document;
  const source = {
    path,
    kind: "document",
    title: path,
    hash: sha256(text),
    project: null,
    at,
  } as const;
  return index.writer.put(source, chunkText(text));
}
