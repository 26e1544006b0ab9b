import { realPath } from "@squire/platform";
import type { Mode } from "@squire/protocol";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Host } from "../open.ts";

/** What a folder has that somebody works on. */
const SIGNS = [
  ".git",
  ".hg",
  "squire.toml",
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "CMakeLists.txt",
  "Makefile",
] as const;

type Place = Pick<Host, "cwd" | "env">;

/** The mode of a new session of which nobody has said anything (RES-1). */
export function firstMode(host: Place & Pick<Host, "loaded">): Mode {
  return host.loaded.settings.defaultMode ?? (isWorkspace(host) ? "code" : "chat");
}

/**
 * A folder that somebody went to is a workspace, also an empty one: there something is to be made. The home folder
 * and the root of the disk hold everybody's things and are where one ends up: they are none, unless they are a project.
 */
function isWorkspace(place: Place): boolean {
  const { start, isEdge } = edgesOf(place);
  return !isEdge(start) || hasSign(start);
}

/** Whether the folder or one above it bears the sign of a project; those at the edge count for themselves only. */
export function isProject(place: Place): boolean {
  const { start, isEdge } = edgesOf(place);
  if (hasSign(start)) return true;
  for (let folder = start; !isEdge(folder); folder = dirname(folder)) {
    if (hasSign(folder)) return true;
  }
  return false;
}

function edgesOf({ cwd, env }: Place) {
  const home = realPath(env["HOME"] ?? homedir());
  const isEdge = (folder: string): boolean => folder === home || folder === dirname(folder);
  return { start: realPath(cwd), isEdge };
}

function hasSign(folder: string): boolean {
  return SIGNS.some((name) => existsSync(join(folder, name)));
}
