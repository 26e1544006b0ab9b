import type { ArtifactPort } from "@squire/agent";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { systemClock } from "@squire/platform";

/** Artifacts beside the log; a session that keeps nothing keeps no artifacts either. */
export function artifactPort({ path }: Pick<OpenSession, "path">): ArtifactPort {
  if (path === null) {
    return { save: () => Promise.reject(new Error("This session keeps nothing on disk.")) };
  }
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  const store = openArtifacts(ports, artifactsFolder(path));
  return {
    async save(content, { name = "output", mimeType = "text/plain; charset=utf-8" }) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const { id } = await store.put({ tool: name, contentType: mimeType }, bytes);
      return { id };
    },
  };
}
