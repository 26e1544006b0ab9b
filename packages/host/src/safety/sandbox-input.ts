import type { SandboxInput } from "@squire/safety";
import { homedir } from "node:os";
import type { Host } from "../open.ts";

/** Where files may be written: the user's own choice, else the folder Squire was started in. */
export function workspaceRootOf({ cwd, loaded }: Pick<Host, "cwd" | "loaded">): string {
  return loaded.settings.sandbox.workspaceRoot ?? cwd;
}

/** The sandbox that the settings ask for. */
export function sandboxInputOf(host: Host): SandboxInput {
  const { bash, network, allowWrite } = host.loaded.settings.sandbox;
  return {
    mode: bash,
    network,
    workspace: workspaceRootOf(host),
    allowWrite,
    userHome: host.env["HOME"] ?? homedir(),
    squireHome: host.home,
  };
}
