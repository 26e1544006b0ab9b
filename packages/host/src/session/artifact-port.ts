import type { ArtifactPort } from "@squire/agent";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { systemClock } from "@squire/platform";

type About = Parameters<ArtifactPort["stream"]>[0];

/** Artifacts beside the log; a session that keeps nothing keeps no artifacts either. */
export function artifactPort({ path }: Pick<OpenSession, "path">): ArtifactPort {
  if (path === null) {
    const nowhere = () => Promise.reject(new Error("This session keeps nothing on disk."));
    return { save: nowhere, stream: nowhere };
  }
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  const store = openArtifacts(ports, artifactsFolder(path));
  return {
    async save(content, about) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const { id } = await store.put(infoOf(about), bytes);
      return { id };
    },
    stream: (about) => store.create(infoOf(about)),
  };
}

function infoOf({ name = "output", mimeType = "text/plain; charset=utf-8" }: About) {
  return { tool: name, contentType: mimeType };
}
