import { parsePatch } from "./parse-patch.ts";

/** Every path that a patch would touch; none when it cannot be read. */
export function patchPaths(patch: string): readonly string[] {
  const parsed = parsePatch(patch);
  if (!parsed.ok) return [];
  const paths = parsed.changes.flatMap((change) =>
    change.type === "update" && change.moveTo !== null
      ? [change.path, change.moveTo]
      : [change.path],
  );
  return [...new Set(paths)];
}
