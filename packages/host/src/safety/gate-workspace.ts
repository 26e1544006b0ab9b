import type { GateWorkspace } from "@squire/safety";
import { homedir } from "node:os";
import type { Host } from "../open.ts";

/** The folders that decisions are about, for a session that works in `root`. */
export function gateWorkspaceOf(host: Host, root: string): GateWorkspace {
  return {
    root,
    writable: host.loaded.settings.sandbox.allowWrite,
    home: host.env["HOME"] ?? homedir(),
    squireHome: host.home,
    ignoresCase: process.platform === "darwin" || process.platform === "win32",
  };
}
