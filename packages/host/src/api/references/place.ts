import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { realpath } from "node:fs/promises";
import { isInside } from "@squire/platform";
import type { ReadDenied } from "../../safety/may-read.ts";

/** Where what the user points at is looked for, and what may be read there. */
export type ReadPlace = {
  readonly root: string;
  /** `references.outside`: paths outside of the root may be read (C28). */
  readonly outside: boolean;
  /** The user's folder, for `~/`. */
  readonly home?: string;
  /** Rules that deny reading hold for the user's own words too. */
  readonly denied: ReadDenied;
};

export type Placed =
  | { readonly type: "found"; readonly real: string }
  | { readonly type: "missing" }
  | { readonly type: "refused"; readonly why: string };

/** Where a written path really leads, if it may be read. */
export async function findPlace(path: string, place: ReadPlace): Promise<Placed> {
  const absolute = placed(path, place);
  const real = await realpath(absolute).catch(() => null);
  if (real === null) return { type: "missing" };
  if (!place.outside && !isInside(await realpath(place.root), real)) {
    return { type: "refused", why: "it lies outside of the workspace and was not read" };
  }
  const why = await place.denied(absolute);
  if (why === null) return { type: "found", real };
  return { type: "refused", why: `a rule denies reading it (${why.replace(/\.$/, "")})` };
}

function placed(path: string, { root, home = homedir() }: ReadPlace): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(root, path);
}
