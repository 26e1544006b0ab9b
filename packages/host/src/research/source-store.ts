import type { Redactor } from "@squire/safety";
import type { SourceStore } from "@squire/research";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import type { ArtifactStore, OpenSession } from "@squire/session";
import { systemClock } from "@squire/platform";
import { createHash } from "node:crypto";

/** Longer texts are no sources but archives. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Texts of sources, kept as artifacts of the session without the secrets in them; by content, each once. */
export function sessionSources(
  { path }: Pick<OpenSession, "path">,
  { redact }: Redactor,
): SourceStore & { textOf(artifactId: string): Promise<string | null> } {
  const store = path === null ? null : artifactsOf(path);
  return {
    async keep({ text: given }) {
      const text = redact(given);
      const bytes = new TextEncoder().encode(text);
      const info = { tool: "research", contentType: "text/plain; charset=utf-8" };
      if (store === null) return { text, sha256: sha256(bytes), artifactId: null };
      const { id, sha256: hash } = await store.put(info, bytes);
      return { text, sha256: hash, artifactId: id };
    },
    textOf: async (id) => (store === null ? null : artifactText(store, id)),
  };
}

export function artifactsOf(logPath: string): ArtifactStore {
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  return openArtifacts(ports, artifactsFolder(logPath));
}

/** Null when it is gone, damaged or no text. */
export async function artifactText(store: ArtifactStore, id: string): Promise<string | null> {
  const parts: Uint8Array[] = [];
  for (let offset: number | null = 0; offset !== null && offset < MOST_BYTES;) {
    const part = await store.read(id, { offset, limit: 1024 * 1024 });
    if (part.kind !== "found") return null;
    parts.push(part.bytes);
    offset = part.nextOffset;
  }
  return Buffer.concat(parts).toString("utf8");
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
