import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { UserContent } from "@squire/protocol";
import { isSkippedFolder } from "@squire/tools";
import { attachImageFile, isImage } from "./attach-image.ts";
import type { Reference } from "./find-references.ts";
import { findPlace } from "./place.ts";
import type { ReadPlace } from "./place.ts";
import { readBytes } from "./read-bytes.ts";

/** CMD-5. */
const MOST_BYTES = 64 * 1024;
const MOST_LISTED = 400;
const MOST_DEPTH = 8;
/** As much of a file is looked at to tell whether it is text. */
const PROBE_BYTES = 8 * 1024;

/** A reference as the model is shown it. */
export type ReadReference = {
  /** `note`: it is not included, and why. */
  readonly type: "found" | "missing" | "note";
  readonly content: readonly UserContent[];
};

/** Null when the words only look like a reference. Never rejects. */
export async function readReference(
  reference: Reference,
  place: ReadPlace,
): Promise<ReadReference | null> {
  const { path } = reference;
  try {
    const found = await findPlace(path, place);
    if (found.type === "missing") {
      return looksLikePath(path) ? note(path, "there is no such file", "missing") : null;
    }
    if (found.type === "refused") return note(path, found.why);
    if ((await stat(found.real)).isDirectory()) return text(await listing(path, found.real));
    return await fileContent(reference, found.real, place);
  } catch (error) {
    return note(path, `it cannot be read: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

/** `@alice` is nobody's file. */
function looksLikePath(path: string): boolean {
  return /[/\\.]/.test(path);
}

async function fileContent(
  { path, lines }: Reference,
  real: string,
  place: ReadPlace,
): Promise<ReadReference> {
  // Lines of a large file may well be small: it is read as far as they could reach.
  const read = await readBytes(real, lines === null ? MOST_BYTES + 1 : MOST_SCANNED);
  if (read === null) return note(path, "it is no plain file");
  const { bytes, size } = read;
  if (isImage(bytes)) {
    const image = await attachImageFile(path, place, { path });
    return image.type === "image"
      ? { type: "found", content: image.content }
      : note(path, image.why);
  }
  const probe = bytes.subarray(0, PROBE_BYTES);
  if (probe.includes(0)) return note(path, `it is a binary file (${size} bytes)`);
  if (lines === null && size > MOST_BYTES) {
    return note(
      path,
      `it is too large (${size} bytes); name lines as in @${path}:1-200, or read it`,
    );
  }
  const whole = new TextDecoder().decode(bytes);
  return lines === null ? text(file(path, whole)) : someLines(path, whole, lines);
}

const MOST_SCANNED = 8 * 1024 * 1024;

type Lines = NonNullable<Reference["lines"]>;

function someLines(path: string, whole: string, { from, to }: Lines): ReadReference {
  const all = whole.split("\n");
  const last = all.at(-1) === "" ? all.length - 1 : all.length;
  if (from > last) return note(path, `it has only ${last} lines`);
  const chosen = all.slice(from - 1, Math.min(to, last)).join("\n");
  if (Buffer.byteLength(chosen) > MOST_BYTES) return note(path, "these lines are too large");
  return text(file(`${path}:${from}-${Math.min(to, last)}`, chosen));
}

/** Depth first; what nobody reads by hand is named and not entered. */
async function listing(path: string, folder: string): Promise<string> {
  const lines: string[] = [];
  const walk = async (at: string, depth: number): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (lines.length >= MOST_LISTED) return;
      const isFolder = entry.isDirectory();
      lines.push(`${"  ".repeat(depth)}${entry.name}${isFolder ? "/" : ""}`);
      const enters = isFolder && !isSkippedFolder(entry.name) && depth + 1 < MOST_DEPTH;
      if (enters) await walk(join(at, entry.name), depth + 1);
    }
  };
  await walk(folder, 0);
  if (lines.length >= MOST_LISTED) lines.push(`… (first ${MOST_LISTED} only)`);
  return `<folder path="${attribute(path)}">\n${lines.join("\n")}\n</folder>`;
}

function file(path: string, whole: string): string {
  const end = whole === "" || whole.endsWith("\n") ? "" : "\n";
  return `<file path="${attribute(path)}">\n${whole}${end}</file>`;
}

function text(words: string): ReadReference {
  return { type: "found", content: [{ type: "text", text: words }] };
}

function note(path: string, why: string, type: "missing" | "note" = "note"): ReadReference {
  const words = `<reference path="${attribute(path)}">Not included: ${why}.</reference>`;
  return { type, content: [{ type: "text", text: words }] };
}

function attribute(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
