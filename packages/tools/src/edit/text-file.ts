import { ToolError } from "@squire/agent";
import { createHash } from "node:crypto";
import { checkFresh } from "../files/check-fresh.ts";
import type { Files, Place, Seen } from "../files/files.ts";
import { writablePlace } from "../files/writable-place.ts";
import { decodeText, encodeText, textFormOf } from "../workspace/text-form.ts";
import type { TextForm } from "../workspace/text-form.ts";

export type EditServices = {
  readonly files: Files;
  readonly seen: Seen;
  /** Told which files have changed (FS-8). */
  readonly onChanged: (paths: readonly string[]) => void;
};

/** A text of the workspace, ready to be changed. */
export type TextFile = {
  readonly place: Place;
  /** Without its byte order mark, with its own line ends. */
  readonly text: string;
  readonly form: TextForm;
  /** Of the bytes; null for a file that is not there yet. */
  readonly hash: string | null;
};

/** What an edit makes of a file; null text: it is gone. */
export type FileEdit = { readonly file: TextFile; readonly text: string | null };

const MAX_BYTES = 16 * 1024 * 1024;
const NEW_FORM: TextForm = { encoding: "utf-8", marked: false, newline: null };

/** Fails with `ToolError` where it is no text, or not what the model last saw (FS-10). */
export async function openText(
  services: EditServices,
  path: string,
  signal: AbortSignal,
): Promise<TextFile> {
  const file = await openAsIs(services, path, signal);
  checkFresh(services.seen, file.place, file.hash);
  return file;
}

/**
 * The same, whatever the model has seen of it. What cannot be written is not read either: a failed
 * edit shows lines of the file.
 */
export async function openAsIs(
  { files }: EditServices,
  path: string,
  signal: AbortSignal,
): Promise<TextFile> {
  const place = await writablePlace(files, path);
  const { bytes, hash } = await files.read(place, { most: MAX_BYTES, signal });
  return textOf(place, bytes, hash);
}

/** The same where nothing need be there. */
export async function openOrNew(
  { files }: EditServices,
  path: string,
  signal: AbortSignal,
): Promise<TextFile> {
  const place = await writablePlace(files, path);
  const found = await files.readIfThere(place, { most: MAX_BYTES, signal });
  if (found === null) return { place, text: "", form: NEW_FORM, hash: null };
  return textOf(place, found.bytes, found.hash);
}

function textOf(place: Place, bytes: Uint8Array, hash: string): TextFile {
  const form = bytes.length === 0 ? NEW_FORM : textFormOf(bytes);
  if (form === null) throw new ToolError(`${place.name} is no text. Only texts can be edited.`);
  const text = decodeText(bytes, form.encoding, { isCut: false });
  if (!bytesOf(text, form).equals(bytes)) {
    throw new ToolError(
      `${place.name} holds bytes that are no ${form.encoding} text; an edit would change them. Use a command instead.`,
    );
  }
  return { place, text, form, hash };
}

/** Line ends are part of the text already. */
function bytesOf(text: string, form: TextForm): Buffer {
  return Buffer.from(encodeText(text, { ...form, newline: null }));
}

/**
 * Writes what was computed: all of it was right before the first byte is written. When the disk
 * fails half way, the files written before are put back.
 */
export async function saveEdits(
  services: EditServices,
  edits: readonly FileEdit[],
  signal: AbortSignal,
): Promise<void> {
  const done: FileEdit[] = [];
  try {
    for (const edit of edits) {
      signal.throwIfAborted();
      await save(services, edit, signal);
      done.push(edit);
    }
  } catch (error) {
    for (const edit of done.toReversed()) await takeBack(services, edit);
    throw error;
  }
  services.onChanged(edits.map(({ file }) => file.place.path));
}

async function save(
  { files, seen }: EditServices,
  { file, text }: FileEdit,
  signal: AbortSignal,
): Promise<void> {
  const { place, form, hash } = file;
  if (text === null) {
    if (hash !== null) await files.remove(place, { was: hash, signal });
    return;
  }
  const bytes = bytesOf(text, form);
  await files.replace(place, bytes, { was: hash, signal });
  seen.note(place.path, sha256(bytes));
}

async function takeBack({ files, seen }: EditServices, { file, text }: FileEdit): Promise<void> {
  const { place, form, hash } = file;
  const { signal } = new AbortController();
  const now = text === null ? null : sha256(bytesOf(text, form));
  if (hash === null) {
    if (now !== null) await files.remove(place, { was: now, signal });
    return;
  }
  const bytes = bytesOf(file.text, form);
  await files.replace(place, bytes, { was: now, signal });
  seen.note(place.path, hash);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
