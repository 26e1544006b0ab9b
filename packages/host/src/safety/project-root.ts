import { findTrustRoot } from "@squire/safety";
import { homedir } from "node:os";
import type { Host } from "../open.ts";

/** The folder that `[projects."<root>"]` names for a session of this host. */
export function projectRootOf({ cwd, env }: Pick<Host, "cwd" | "env">): string {
  return findTrustRoot(cwd, env["HOME"] ?? homedir());
}

/** The key of a setting that holds in one folder, as a user writes it. */
export function projectKey(root: string, key: "trust" | "shell_allowed"): string {
  return `projects.${JSON.stringify(root)}.${key}`;
}
