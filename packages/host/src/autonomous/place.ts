import { join } from "node:path";
import { ArtifactStore, artifactFolder, openRunLog } from "@squire/memory";
import type { LoggedRun } from "@squire/memory";
import { systemClock } from "@squire/platform";
import { projectOf } from "../memory/project-of.ts";
import type { Host } from "../open.ts";

export const NOT_ON =
  "memories.enabled is not set; `squire config set memories.enabled true` switches it on";

/** Whether past sessions are learned from here at all; both switches have to be on. */
export function isLearning({ loaded }: Pick<Host, "loaded">): boolean {
  const { memory, memories } = loaded.settings;
  return memory.enabled && memories.enabled;
}

/** Where this project keeps what it learned; null where there is no project. Touches nothing. */
export function artifactsOf(host: Host): ArtifactStore | null {
  const root = projectOf(host);
  return root === null ? null : new ArtifactStore(artifactFolder(host.home, root));
}

export function runLogOf({ folder }: ArtifactStore, now: () => number = systemClock.now) {
  return openRunLog(join(folder, "runs.jsonl"), now);
}

export type { LoggedRun };
