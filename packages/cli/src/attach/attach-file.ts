import { fitImage, ImageProblem } from "@squire/platform";
import type { ImageBlock, UserFailure } from "@squire/protocol";
import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** A file that goes with a task, as the model is shown it. */
export type Attached =
  | { readonly type: "text"; readonly path: string; readonly text: string; readonly lines?: string }
  | { readonly type: "image"; readonly path: string; readonly image: ImageBlock };

export type AttachRead =
  | { readonly ok: true; readonly file: Attached }
  | { readonly ok: false; readonly missing: boolean; readonly failure: UserFailure };

type Place = {
  readonly cwd: string;
  /** `references.outside`: files outside of the folder may be named too (C28). */
  readonly outside: boolean;
};

/** CMD-5: what a model is given of one file. */
const MOST_TEXT = 64 * 1024;
const IMAGE_LIMITS = { side: 2_000, bytes: 5 * 1024 * 1024 };
const MOST_BYTES = 64 * 1024 * 1024;
const RANGE = /^(.+):(\d+)(?:-(\d+))?$/;

type Wanted = { readonly path: string; readonly from: number; readonly to: number };

/** Reads the file that `@name` or `@name:10-40` means. Never rejects for what is on the disk. */
export async function attachFile(name: string, place: Place): Promise<AttachRead> {
  try {
    const whole = await found(resolve(place.cwd, name));
    const [, path = "", from = "", to = from] = RANGE.exec(name) ?? [];
    const part = whole === null && path !== "" ? await found(resolve(place.cwd, path)) : null;
    if (whole !== null) return await read(whole, { path: name, from: 0, to: 0 }, place);
    if (part === null) return refused(`There is no file "${name}".`, MISSING, true);
    return await read(part, { path, from: Number(from), to: Number(to) }, place);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused(`"${name}" cannot be read: ${why}`, "Check that you may read it.");
  }
}

const MISSING = "@file attaches a file. To say it in words, put it inside of the quoted task.";

/** Where a name really leads; null when nothing is there. */
async function found(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

async function read(real: string, wanted: Wanted, place: Place): Promise<AttachRead> {
  const { path } = wanted;
  if (!place.outside && !isInside(await realpath(place.cwd), real)) {
    const advice = "Pipe it in instead, or set references.outside = true.";
    return refused(`"${path}" is outside of this folder.`, advice);
  }
  const { size } = await stat(real);
  const bytes = size > MOST_BYTES ? null : await bytesOf(real);
  if (bytes === "no file") {
    return refused(`"${path}" is not a file.`, "Name the files that matter, one by one.");
  }
  if (bytes === null) return tooLarge(path, size);
  return isImage(bytes) ? await asImage(bytes, path) : asText(bytes, wanted);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Opened without waiting: a pipe with no writer must not hold up the run. */
async function bytesOf(path: string): Promise<Buffer | "no file"> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return (await handle.stat()).isFile() ? await handle.readFile() : "no file";
  } finally {
    await handle.close();
  }
}

/** By content: names lie. */
function isImage(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString("latin1");
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP)/.test(start);
}

async function asImage(bytes: Buffer, path: string): Promise<AttachRead> {
  try {
    const { mimeType, bytes: fitted } = await fitImage(bytes, IMAGE_LIMITS);
    const image = {
      type: "image",
      mimeType,
      data: Buffer.from(fitted).toString("base64"),
    } as const;
    return { ok: true, file: { type: "image", path, image } };
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    return refused(`"${path}" is an image that cannot be sent: ${error.message}`);
  }
}

function asText(bytes: Buffer, { path, from, to }: Wanted): AttachRead {
  if (bytes.includes(0)) {
    return refused(`"${path}" is a binary file.`, "Only texts and images can be attached.");
  }
  const all = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const text = from === 0 ? all : linesOf(all, from, to);
  if (text === null) return refused(`"${path}" has no lines ${from}-${to}.`);
  if (Buffer.byteLength(text) > MOST_TEXT) return tooLarge(path, Buffer.byteLength(text));
  const lines = from === 0 ? {} : { lines: `${from}-${to}` };
  return { ok: true, file: { type: "text", path, text, ...lines } };
}

function linesOf(text: string, from: number, to: number): string | null {
  const lines = text.split("\n");
  if (from < 1 || to < from || from > lines.length) return null;
  return lines.slice(from - 1, to).join("\n");
}

function tooLarge(path: string, size: number): AttachRead {
  const message = `"${path}" is too large to attach: ${Math.ceil(size / 1024)} KB, at most 64.`;
  return refused(message, `Name lines, as in @${path}:1-400, or let the model read it itself.`);
}

function refused(message: string, advice?: string, missing = false): AttachRead {
  const failure: UserFailure = {
    code: "invalid",
    message,
    retryable: false,
    ...(advice === undefined ? {} : { advice }),
  };
  return { ok: false, missing, failure };
}
