import { memoryStack, noteStore } from "@squire/memory";
import type { StackPart } from "@squire/memory";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { nearest, projectInstructions, userInstructions } from "./instructions.ts";
import { projectOf } from "./project-of.ts";

export type Pinned = {
  /** Replaces the base prompt (MEM-2); null: it stays. */
  readonly base: string | null;
  readonly stack: readonly StackPart[];
};

/** What memory puts into the prefix; nothing when it is off. */
export async function pinnedMemory(host: Host): Promise<Pinned> {
  if (!host.loaded.settings.memory.enabled) return { base: null, stack: [] };
  const root = projectRootOf(host);
  const [project, global, system] = await Promise.all([
    projectInstructions(root),
    userInstructions(host.home),
    nearest(host.cwd, "SYSTEM.md"),
  ]);
  const notes = noteStore(host.home, projectOf(host));
  const stack = memoryStack({ project, global, notes, root: projectOf(host) });
  return { base: system?.text.trim() ?? null, stack };
}
