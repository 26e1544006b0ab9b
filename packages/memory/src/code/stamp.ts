import { CHUNKER } from "../chunk/code-chunks.ts";
import { sha256 } from "../index/writer.ts";
import type { FileStamp } from "./code-files.ts";

/** What the index knows of a file: of what content it was made, and how the file stood then. */
export type Known = { readonly content: string; readonly stamp: string };

/** As `hash` of its source: the same content, divided in the same way. */
export function hashOf(text: string, stamp: FileStamp): string {
  return `${contentOf(text)} ${stampOf(stamp)}`;
}

export function contentOf(text: string): string {
  return `${CHUNKER}-${sha256(text)}`;
}

export function stampOf({ bytes, modifiedMs }: FileStamp): string {
  return `${bytes}-${modifiedMs}`;
}

export function knownFrom(hash: string): Known {
  const [content = "", stamp = ""] = hash.split(" ");
  return { content, stamp };
}
