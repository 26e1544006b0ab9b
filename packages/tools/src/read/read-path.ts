import { ToolError } from "@squire/agent";
import type { Listed } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";
import { isCredentialPath } from "@squire/safety";
import { shownName } from "../workspace/shown-name.ts";
import { readFile } from "./read-file.ts";
import { seeArchive } from "./archive/see-archive.ts";
import { fileKind } from "./file-kind.ts";
import { seePacked } from "./see-bytes.ts";
import type { ReadContext, ReadServices } from "./services.ts";
import { archivePaths, splitPath } from "./split-path.ts";
import type { View, Wanted } from "./view.ts";

const MOST_NAMES = 1_000;

export type ReadWish = Wanted & {
  readonly path: string;
  /** Given apart from the path; it goes before one in it. */
  readonly selector: string | null;
};

/** What is at a path of a call, in a form for reading. */
export async function readPath(
  services: ReadServices,
  wish: ReadWish,
  context: ReadContext,
): Promise<View> {
  const { file, selector } = splitPath(wish.path);
  const place = await services.files.place(file);
  refuseSecret(services, wish.path, place);
  // A link may have an innocent name, and a secret one may lead to an innocent file.
  if (services.refuses !== null) {
    refuseSecret(services, wish.path, await services.files.entry(file));
  }
  const found = await services.files.look(place);
  if (found === null) {
    const inner = await readInner(services, wish, context);
    if (inner !== null) return inner;
  }
  if (found?.kind === "folder") return listFolder(await services.files.list(place));
  const size = found?.bytes ?? null;
  return readFile(services, place, { ...wish, selector: wish.selector ?? selector, size }, context);
}

/** A file of an archive; null when no part of the path is one. */
async function readInner(
  services: ReadServices,
  wish: ReadWish,
  { signal }: ReadContext,
): Promise<View | null> {
  const { files } = services;
  for (const { file, selector } of archivePaths(wish.path)) {
    const place = await files.place(file);
    if ((await files.look(place))?.kind !== "file") continue;
    refuseSecret(services, wish.path, place);
    const { bytes } = await files.begin(place, { most: 512, hashed: 0, signal });
    const kind = fileKind(bytes, place.name).type;
    if (kind !== "zip" && kind !== "tar" && kind !== "gzip") return null;
    return seeArchive({ files, place, signal }, { kind, inner: selector }, (extract) =>
      seePacked(extract, selector, wish),
    );
  }
  return null;
}

function refuseSecret({ refuses }: ReadServices, path: string, place: Place): void {
  if (refuses === null || !(refuses ?? isCredentialPath)(place.path)) return;
  throw new ToolError(
    `${shownName(path)} looks like a file with credentials and is not read. If you need something from it, ask the user.`,
  );
}

function listFolder(listed: readonly Listed[]): View {
  const names = listed.map(({ name, kind }) => shownName(name) + (kind === "folder" ? "/" : ""));
  const shown = names.sort().slice(0, MOST_NAMES);
  return { type: "folder", names: shown, omitted: names.length - shown.length };
}
