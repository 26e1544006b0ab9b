import { TRUST_SOURCES } from "@squire/safety";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../open.ts";
import { folderTrust } from "./folder-trust.ts";

const MOST_NAMED = 3;

/**
 * One line for somebody who starts work in a folder whose settings are not in effect; null when
 * there is nothing to say. `squire.toml` is not meant: what it may say holds without trust, and the
 * rest is reported key by key.
 */
export async function untrustedNote({
  home,
  cwd,
  trusted,
}: Pick<Host, "home" | "cwd" | "trusted">): Promise<string | null> {
  // Nearly always so, and told without waiting for anything.
  const named = TRUST_SOURCES.filter(({ as }) => as !== "settings");
  if (trusted || !named.some(({ name }) => existsSync(join(cwd, name)))) return null;
  const state = await folderTrust(home)
    .state(cwd)
    .catch(() => null);
  if (state === null || state.type === "plain" || state.type === "trusted") return null;
  const files = state.inspection.influencers.filter(({ as }) => as !== "settings");
  if (files.length === 0) return null;
  const names = files.slice(0, MOST_NAMED).map(({ path }) => path);
  const more = files.length > names.length ? `, … (${files.length} files)` : "";
  const since = state.type === "changed" ? " since this folder has changed" : "";
  return `not in effect${since}: ${names.join(", ")}${more}. \`squire trust\` shows them and asks.`;
}
