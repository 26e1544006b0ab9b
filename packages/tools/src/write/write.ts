import { createHash } from "node:crypto";
import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import { checkFresh } from "../files/check-fresh.ts";
import type { Beginning } from "../files/file-tree.ts";
import type { FileServices } from "../files/services.ts";
import { refuseFolderName, writablePlace } from "../files/writable-place.ts";
import { diffOf } from "../workspace/diff-of.ts";
import { shownName } from "../workspace/shown-name.ts";
import { decodeText, encodeText, textFormOf } from "../workspace/text-form.ts";

/** More of what was there is not compared. */
const MOST_COMPARED_BYTES = 1024 * 1024;
/** The beginning is enough to tell its form, and mostly to compare; the hash is of all of it. */
const WHOLE = { most: MOST_COMPARED_BYTES, hashed: Infinity };

export function writeTool(services: FileServices): Tool {
  return defineTool({
    name: "write",
    description: "Create or overwrite a whole file.",
    effect: "write",
    input: z.object({
      path: z.string().min(1),
      content: z.string(),
    }),

    subject: ({ path }) => path,

    run: ({ path, content }, { signal }) => writeFile(services, path, content, signal),

    toModel({ name, bytes, before }) {
      if (before === null) return `Created ${shownName(name)} (${bytes} bytes).`;
      return `Overwrote ${shownName(name)} (${bytes} bytes, before ${before}).`;
    },

    details: ({ name, bytes, before, diff }) => ({
      changedFiles: [name],
      data: { bytes, created: before === null, ...(diff === null ? {} : { diff }) },
    }),

    summary: ({ path }) => `write ${shownName(path)}`,
  });
}

type Written = {
  readonly name: string;
  readonly bytes: number;
  /** Bytes of what was there; null when nothing was. */
  readonly before: number | null;
  readonly diff: string | null;
};

async function writeFile(
  services: FileServices,
  path: string,
  content: string,
  signal: AbortSignal,
): Promise<Written> {
  const { files, seen, onChanged } = services;
  const place = await writablePlace(files, path);
  refuseFolderName(path);
  const found = await files.look(place);
  if (found?.kind === "folder") throw new ToolError(`${shownName(path)} is a folder. Name a file.`);
  if (found?.kind === "other") throw new ToolError(`${shownName(path)} is no plain file.`);
  const existing = found === null ? null : await files.begin(place, { ...WHOLE, signal });
  checkFresh(seen, place, existing?.hash ?? null);
  const bytes = bytesFor(existing, content);
  signal.throwIfAborted();
  await files.replace(place, bytes, { was: existing?.hash ?? null, signal });
  seen.note(place.path, createHash("sha256").update(bytes).digest("hex"));
  onChanged([place.path]);
  return {
    name: place.name,
    bytes: bytes.length,
    before: existing?.size ?? null,
    diff: await diffFrom(existing, bytes, place.name),
  };
}

/** A text that is there keeps its line ends, mark and encoding; anything else is written as given. */
function bytesFor(existing: Beginning | null, content: string): Uint8Array {
  const form = existing === null ? null : textFormOf(existing.bytes);
  return form === null ? Buffer.from(content, "utf8") : encodeText(content, form);
}

async function diffFrom(
  existing: Beginning | null,
  bytes: Uint8Array,
  name: string,
): Promise<string | null> {
  if (bytes.length > MOST_COMPARED_BYTES) return null;
  if (existing !== null && existing.size > existing.bytes.length) return null;
  const [before, after] = [textOf(existing?.bytes ?? new Uint8Array(0)), textOf(bytes)];
  return before === null || after === null ? null : diffOf(name, before, after);
}

function textOf(bytes: Uint8Array): string | null {
  const form = textFormOf(bytes);
  return form === null ? null : decodeText(bytes, form.encoding, { isCut: false });
}
