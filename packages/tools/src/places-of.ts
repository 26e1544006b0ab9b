import { ToolError } from "@squire/agent";
import type { JsonObject, JudgedCall } from "@squire/protocol";
import type { FileTree } from "./files/file-tree.ts";
import type { Place } from "./files/files.ts";
import { patchPaths } from "./edit/patch/patch-paths.ts";
import { moveTarget } from "./move/move-target.ts";
import { isUrl } from "./read/read-url.ts";
import { archivePaths, splitPath } from "./read/split-path.ts";

type Find = (files: FileTree, args: JsonObject) => readonly Promise<Place>[];

/** A file that a link leads to, and the name that is meant itself. */
const both = (files: FileTree, path: string): readonly Promise<Place>[] => [
  files.place(path),
  files.entry(path),
];
const target: Find = (files, args) => [files.place(text(args, "path"))];

const FINDERS: Readonly<Record<string, Find>> = {
  read: (files, args) => readPlaces(files, text(args, "path")),
  ls: target,
  tree: target,
  stat: (files, args) => both(files, text(args, "path")),
  write: target,
  edit: (files, args) =>
    typeof args["patch"] === "string"
      ? patchPaths(args["patch"]).map((path) => files.place(path))
      : target(files, args),
  multi_edit: target,
  vim: target,
  notebook: target,
  mkdir: target,
  delete: (files, args) => [files.entry(text(args, "path"))],
  move(files, args) {
    const from = files.entry(text(args, "from"));
    return [from, from.then((source) => moveTarget(files, source, text(args, "to")))];
  },
};

/**
 * What a call of a tool of files would touch, as it really is on the disk: what rules are held
 * against, and what a snapshot must keep before the call runs (FS-8, FS-9). Empty for other tools,
 * for URLs, and for what leads nowhere.
 */
export async function placesOf(
  files: FileTree,
  { name, args }: Pick<JudgedCall, "name" | "args">,
): Promise<readonly Place[]> {
  const found = await Promise.allSettled(FINDERS[name]?.(files, args) ?? []);
  const places = new Map<string, Place>();
  for (const one of found) {
    if (one.status === "fulfilled") places.set(one.value.path, one.value);
    else if (!(one.reason instanceof ToolError)) throw one.reason;
  }
  return [...places.values()];
}

function readPlaces(files: FileTree, path: string): readonly Promise<Place>[] {
  if (isUrl(path)) return [];
  const archives = archivePaths(path).map(({ file }) => files.place(file));
  return [...both(files, splitPath(path).file), ...archives];
}

function text(args: JsonObject, key: string): string {
  const value = args[key];
  return typeof value === "string" && value !== "" ? value : ".";
}
