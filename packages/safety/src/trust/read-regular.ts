import { readPlain } from "@squire/platform";

export type Content =
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "missing" }
  | { readonly type: "unusable"; readonly why: string };

/** No settings file is larger. */
const MOST_FILE_BYTES = 1024 * 1024;

type Unfit = Extract<ReturnType<typeof readPlain>, { readonly type: "unfit" }>["why"];

const WHY: Readonly<Record<Unfit, string>> = {
  link: "it is a link",
  folder: "it is no regular file",
  special: "it is no regular file",
  large: "it is larger than 1 MB",
};

/** The bytes of a regular file, not through a link: what is checked is what was opened. Never throws. */
export function readRegular(path: string): Content {
  const read = readPlain(path, { most: MOST_FILE_BYTES, links: "refuse" });
  if (read.type === "unfit") return { type: "unusable", why: WHY[read.why] };
  return read.type === "failed" ? { type: "unusable", why: whyNot(read.error) } : read;
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // It became one between the look and the opening.
  if (code === "ELOOP") return WHY.link;
  if (code === "EACCES" || code === "EPERM") return "you have no permission to read it";
  if (code === "ENXIO" || code === "EOPNOTSUPP") return WHY.special;
  return error instanceof Error ? error.message : String(error);
}
