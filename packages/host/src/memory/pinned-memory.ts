import { memoryStack, noteStore } from "@squire/memory";
import type { StackPart } from "@squire/memory";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { trustStateOf } from "../safety/trust-state.ts";
import { nearest, projectInstructions, userInstructions } from "./instructions.ts";
import type { Found } from "./instructions.ts";
import { projectOf } from "./project-of.ts";

export type Pinned = {
  /** Replaces the base prompt (MEM-2); null: it stays. */
  readonly base: string | null;
  readonly stack: readonly StackPart[];
  /** What was left out and why; absent: nothing was. */
  readonly note?: string;
};

const SYSTEM = "SYSTEM.md";

/** What memory puts into the prefix; nothing when it is off. */
export async function pinnedMemory(host: Host): Promise<Pinned> {
  if (!host.loaded.settings.memory.enabled) return { base: null, stack: [] };
  const userHome = host.env["HOME"] ?? homedir();
  const [project, global, system] = await Promise.all([
    projectInstructions(projectRootOf(host), userHome),
    userInstructions(host.home),
    basePrompt(host, userHome),
  ]);
  const notes = noteStore(host.home, projectOf(host));
  const stack = memoryStack({ project, global, notes, root: projectOf(host) });
  return { ...system, stack };
}

/**
 * The base decides what the model takes for its duty: a checkout may not replace it before the user trusts it with
 * these very bytes (PERM-17). The user's own stands in until then.
 */
async function basePrompt(host: Host, userHome: string): Promise<Omit<Pinned, "stack">> {
  const found = await nearest(host.cwd, SYSTEM, userHome);
  if (found === null) return { base: null };
  if (found.folder === userHome) return { base: found.text.trim() };
  const trusted = await trustedText(host.home, userHome, found);
  if (trusted !== null) return { base: trusted.trim() };
  const own = await nearest(userHome, SYSTEM, userHome);
  const place = join(found.folder, ".squire", SYSTEM);
  const note = `${place} has no effect until you trust its folder: squire trust shows what is in it.`;
  return { base: own?.text.trim() ?? null, note };
}

/** A folder with a `.squire` is the one that trust is asked for. */
async function trustedText(
  home: string,
  userHome: string,
  { folder, file }: Found,
): Promise<string | null> {
  const state = await trustStateOf(home, { cwd: folder, userHome });
  if (state?.type !== "trusted") return null;
  const { readTrusted } = await import("@squire/safety");
  return readTrusted(state, file);
}
