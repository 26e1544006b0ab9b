import type { Entry } from "@squire/protocol";
import type { ArtifactStore } from "../artifacts/store.ts";
import { decodeUtf8 } from "../artifacts/utf8.ts";
import type { ExportedArtifact } from "./export-types.ts";

/** Of one artifact; a page is no place for more. */
const MAX_BYTES = 256 * 1024;

/** The texts among the artifacts of a branch, each up to a limit; others are left out. */
export async function loadArtifacts(
  branch: readonly Entry[],
  store: Pick<ArtifactStore, "read">,
  maxBytes = MAX_BYTES,
): Promise<ReadonlyMap<string, ExportedArtifact>> {
  const ids = branch.flatMap((entry) =>
    entry.type === "tool_result" ? (entry.details.artifactId ?? []) : [],
  );
  const found = new Map<string, ExportedArtifact>();
  for (const id of new Set(ids)) {
    const part = await store.read(id, { offset: 0, limit: maxBytes });
    if (part.kind !== "found") continue;
    const { contentType } = part.artifact;
    if (!/^text\/|^application\/(json|.*\+json|xml)/.test(contentType)) continue;
    found.set(id, {
      contentType,
      text: decodeUtf8(part.bytes),
      truncated: part.nextOffset !== null,
    });
  }
  return found;
}
