import { open, readdir, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isSkippedFolder } from "@squire/tools";
import type { Reference } from "./find-references.ts";

export type ReadPlace = {
  readonly root: string;
  /** `references.outside`: paths outside of the root may be read (C28). */
  readonly outside: boolean;
};

/** CMD-5. */
const MOST_BYTES = 64 * 1024;
const MOST_LISTED = 400;
const MOST_DEPTH = 8;
/** As much of a file is looked at to tell whether it is text. */
const PROBE_BYTES = 8 * 1024;

/** A reference as the model is shown it; null when the words only look like one. Never rejects. */
export async function readReference(
  reference: Reference,
  place: ReadPlace,
): Promise<string | null> {
  const { path, lines } = reference;
  const absolute = placed(path, place.root);
  try {
    const real = await realpath(absolute).catch(() => null);
    if (real === null) return looksLikePath(path) ? note(path, "there is no such file") : null;
    if (!place.outside && !(await isInside(real, place.root))) {
      return note(path, "it lies outside of the workspace and was not read");
    }
    const look = await stat(real);
    if (look.isDirectory()) return listing(path, real);
    if (!look.isFile()) return note(path, "it is no plain file");
    return await fileText({ path, lines }, real, look.size);
  } catch (error) {
    return note(path, `it cannot be read: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

function placed(path: string, root: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? path : resolve(root, path);
}

async function isInside(real: string, root: string): Promise<boolean> {
  const way = relative(await realpath(root), real);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** `@alice` is nobody's file. */
function looksLikePath(path: string): boolean {
  return /[/\\.]/.test(path);
}

async function fileText({ path, lines }: Reference, real: string, size: number): Promise<string> {
  // Lines of a large file may well be small: it is read as far as they could reach.
  if (lines === null && size > MOST_BYTES) {
    return note(
      path,
      `it is too large (${size} bytes); name lines as in @${path}:1-200, or read it`,
    );
  }
  const bytes = await readStart(real, lines === null ? MOST_BYTES : MOST_SCANNED);
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) {
    return note(path, `it is a binary file (${size} bytes)`);
  }
  const text = new TextDecoder().decode(bytes);
  return lines === null ? file(path, text) : someLines(path, text, lines);
}

const MOST_SCANNED = 8 * 1024 * 1024;

function someLines(path: string, text: string, { from, to }: NonNullable<Reference["lines"]>) {
  const all = text.split("\n");
  const last = all.at(-1) === "" ? all.length - 1 : all.length;
  if (from > last) return note(path, `it has only ${last} lines`);
  const chosen = all.slice(from - 1, Math.min(to, last)).join("\n");
  if (Buffer.byteLength(chosen) > MOST_BYTES) return note(path, "these lines are too large");
  return file(`${path}:${from}-${Math.min(to, last)}`, chosen);
}

async function readStart(path: string, most: number): Promise<Uint8Array> {
  await using handle = await open(path, "r");
  const buffer = new Uint8Array(most);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await handle.read(buffer, length, most - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
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

function file(path: string, text: string): string {
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `<file path="${attribute(path)}">\n${text}${end}</file>`;
}

function note(path: string, why: string): string {
  return `<reference path="${attribute(path)}">Not included: ${why}.</reference>`;
}

function attribute(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
