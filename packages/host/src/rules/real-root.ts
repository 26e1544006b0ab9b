import { realpathSync } from "node:fs";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";

/** The root of the project without links: what tools touch is told so, too. */
export function realRoot(host: Pick<Host, "cwd" | "env">): string {
  const root = projectRootOf(host);
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
