import { readPlain } from "@squire/platform";

/** What came of looking for a file. Missing is normal; unreadable is told to the user. */
export type FileText =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "missing" }
  | { readonly type: "unreadable"; readonly reason: string };

/** Never rejects. */
export type ReadText = (path: string) => Promise<FileText>;

/** No settings file is this large; a device or a log given by mistake is. */
const MAX_BYTES = 1_000_000;

/** Reads a small UTF-8 text file; a byte order mark is left out. */
export const readTextFile: ReadText = (path) => Promise.resolve(readNow(path, "follow"));

/**
 * The same for a file of a checkout, which can be anybody's: a link is not followed, wherever it
 * leads (S22, S29).
 */
export const readProjectText: ReadText = (path) => Promise.resolve(readNow(path, "refuse"));

function readNow(path: string, links: "follow" | "refuse"): FileText {
  const read = readPlain(path, { most: MAX_BYTES, links });
  switch (read.type) {
    case "bytes":
      return decode(read.bytes);
    case "missing":
      return read;
    case "unfit":
      return unreadable(REASONS[read.why]);
    case "failed":
      return describe(read.error);
  }
}

const REASONS = {
  link: "it is a link; a project's file has to be a file",
  folder: "it is a folder, not a file",
  special: "it is not a regular file",
  large: "it is larger than 1 MB",
} as const;

function decode(bytes: Uint8Array): FileText {
  try {
    return { type: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return unreadable("it is not UTF-8 text; save it as UTF-8");
  }
}

function describe(error: unknown): FileText {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EACCES" || code === "EPERM") return unreadable("you have no permission to read it");
  if (code === "ELOOP") return unreadable("its links run in a circle");
  return unreadable(error instanceof Error ? error.message : String(error));
}

function unreadable(reason: string): FileText {
  return { type: "unreadable", reason };
}
