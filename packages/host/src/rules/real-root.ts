import { realPath } from "@squire/platform";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";

/** The root of the project without links: what tools touch is told so, too. */
export function realRoot(host: Pick<Host, "cwd" | "env">): string {
  return realPath(projectRootOf(host));
}
