import type { CodeFiles } from "@squire/memory";
import { gateWorkspaceOf } from "../safety/gate-workspace.ts";
import { readLocalRules } from "../safety/local-rules.ts";
import { mayRead } from "../safety/may-read.ts";
import { policyOf } from "../safety/policy.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { workspaceRootOf } from "../safety/sandbox-input.ts";
import type { Host } from "../open.ts";
import type { CodePlace } from "./code-place.ts";
import { workspaceFiles } from "./workspace-files.ts";

/** The files of a project as a session of this host would see them, before there is one. */
export async function filesFor(host: Host, { root }: CodePlace): Promise<CodeFiles> {
  const local = await readLocalRules(workspaceRootOf(host));
  const projectRoot = projectRootOf(host);
  const { policy } = policyOf({ loaded: host.loaded, local, projectRoot });
  const workspace = gateWorkspaceOf(host, root);
  const isReadable = mayRead(
    () => policy,
    () => workspace,
  );
  return workspaceFiles({ root, home: host.home, mayRead: isReadable });
}
