import { attachImage, isImage, readBytes } from "@squire/host/live";
import type { ReadDenied } from "@squire/host/live";
import type { UserContent, UserFailure } from "@squire/protocol";
import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { isInside } from "@squire/platform";

/** A file that goes with a task, as the model is shown it. */
export type Attached =
  | { readonly type: "text"; readonly path: string; readonly text: string; readonly lines?: string }
  | { readonly type: "image"; readonly path: string; readonly content: readonly UserContent[] };

export type AttachRead =
  | { readonly ok: true; readonly file: Attached }
  | { readonly ok: false; readonly missing: boolean; readonly failure: UserFailure };

export type AttachPlace = {
  readonly cwd: string;
  /** `references.outside`: files outside of the folder may be named too (C28). */
  readonly outside: boolean;
  /** Rules that deny reading hold for what the user names too. */
  readonly denied: ReadDenied;
};

/** CMD-5: what a model is given of one file. */
const MOST_TEXT = 64 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
const RANGE = /^(.+):(\d+)(?:-(\d+))?$/;

type Wanted = { readonly path: string; readonly from: number; readonly to: number };

/** Reads the file that `@name` or `@name:10-40` means. Never rejects for what is on the disk. */
export async function attachFile(name: string, place: AttachPlace): Promise<AttachRead> {
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

async function read(real: string, wanted: Wanted, place: AttachPlace): Promise<AttachRead> {
  const { path } = wanted;
  if (!place.outside && !isInside(await realpath(place.cwd), real)) {
    const advice = "Pipe it in instead, or set references.outside = true.";
    return refused(`"${path}" is outside of this folder.`, advice);
  }
  const denied = await place.denied(resolve(place.cwd, path));
  if (denied !== null) return refused(`"${path}" may not be read: ${denied}`);
  const { size } = await stat(real);
  if (size > MOST_BYTES) return tooLarge(path, size);
  const file = await readBytes(real, MOST_BYTES);
  if (file === null) {
    return refused(`"${path}" is not a file.`, "Name the files that matter, one by one.");
  }
  const bytes = Buffer.from(file.bytes);
  return isImage(bytes) ? await asImage(bytes, path) : asText(bytes, wanted);
}

async function asImage(bytes: Buffer, path: string): Promise<AttachRead> {
  const attached = await attachImage({ bytes, name: basename(path) });
  if (attached.type !== "image") return refused(`"${path}" was not attached: ${attached.why}.`);
  return { ok: true, file: { type: "image", path, content: attached.content } };
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
