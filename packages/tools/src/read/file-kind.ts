import { textFormOf, type TextForm } from "../workspace/text-form.ts";
import { isTar } from "./archive/tar.ts";

/** What a file is, by its first bytes: names lie. */
export type FileKind =
  | { readonly type: "text"; readonly form: TextForm }
  | { readonly type: "image" | "zip" | "tar" | "gzip" | "sqlite" | "pdf" | "notebook" | "binary" };

export function fileKind(head: Uint8Array, name: string): FileKind {
  const start = Buffer.from(head.subarray(0, 16)).toString("latin1");
  const known = SIGNATURES.find(({ marks }) => marks.some((mark) => start.startsWith(mark)));
  if (known !== undefined) return { type: known.type };
  // Some bytes in between differ from file to file.
  if (/^RIFF[^]{4}WEBP|^BM[^]{4}\0{4}/.test(start)) return { type: "image" };
  if (isTar(head)) return { type: "tar" };
  const form = textFormOf(head);
  if (form === null) return { type: "binary" };
  // JSON has no signature: here the name counts.
  if (/\.ipynb$/i.test(name)) return { type: "notebook" };
  return { type: "text", form };
}

const SIGNATURES = [
  { type: "image", marks: ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a"] },
  { type: "zip", marks: ["PK\x03\x04", "PK\x05\x06"] },
  { type: "gzip", marks: ["\x1f\x8b\x08"] },
  { type: "sqlite", marks: ["SQLite format 3\0"] },
  { type: "pdf", marks: ["%PDF-"] },
] as const;
