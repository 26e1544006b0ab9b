import { SOURCE_KINDS } from "./source.ts";
import type { Source, SourceKind, StoredChunk } from "./source.ts";

/** A row of `chunks` as it was put there. */
export function storedChunk(row: Record<string, unknown>): StoredChunk {
  const text = (name: string): string | undefined =>
    typeof row[name] === "string" ? row[name] : undefined;
  const [key, speaker, at] = [text("key"), text("speaker"), text("at")];
  const start = row["start"];
  return {
    id: Number(row["id"]),
    path: text("file_path") ?? "",
    seq: Number(row["seq"]),
    text: text("content") ?? "",
    context: text("context") ?? "",
    ...(key === undefined ? {} : { key }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(at === undefined ? {} : { at }),
    ...(start === null || start === undefined ? {} : { start: Number(start) }),
  };
}

/** A row of `files` as it was put there. */
export function storedSource(row: Record<string, unknown>): Source {
  return {
    path: String(row["path"]),
    kind: kindOf(row["kind"]),
    title: String(row["title"]),
    hash: String(row["hash"]),
    project: typeof row["project"] === "string" ? row["project"] : null,
    at: row["at"] === null ? null : Number(row["at"]),
    ...(row["untrusted"] === 1 ? { untrusted: true } : {}),
  };
}

export function kindOf(value: unknown): SourceKind {
  return SOURCE_KINDS.find((kind) => kind === value) ?? "document";
}
