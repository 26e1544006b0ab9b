import { homedir } from "node:os";
import { dirname } from "node:path";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";

/** The project; null at home and at the top of the disk, which are nobody's project. */
export function projectOf(host: Pick<Host, "cwd" | "env">): string | null {
  const root = projectRootOf(host);
  const isHome = root === (host.env["HOME"] ?? homedir());
  return isHome || dirname(root) === root ? null : root;
}
