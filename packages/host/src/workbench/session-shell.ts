import { isInside } from "@squire/platform";
import { commandEffect, gitEnvFor, simpleArgv } from "@squire/safety";
import type { Sandbox } from "@squire/safety";
import { openShell } from "@squire/tools";
import type { OfferUnconfined, Shell } from "@squire/tools";
import type { Settings } from "../settings/to-settings.ts";
import type { WorkPlace } from "./work-place.ts";

export type ShellParts = {
  readonly settings: Settings["shell"];
  readonly sessionId: string;
  readonly sandbox: Sandbox;
  readonly place: WorkPlace;
  readonly hasTool: (name: string) => boolean;
  readonly offerUnconfined: OfferUnconfined | null;
};

export type SessionShell = {
  readonly shell: Shell;
  /** Where the next command of the session begins; null: in the workspace (SH-7). */
  readonly folder: () => string | null;
};

/** The shell of a session; what it does is judged where it really stands. */
export function openSessionShell(parts: ShellParts): SessionShell {
  const { settings, sessionId, sandbox, place, hasTool, offerUnconfined } = parts;
  const folder = (): string | null => {
    const found = shell.shells.cwdOf(sessionId);
    // From outside a command is brought back to the workspace (S21).
    return found !== null && isInside(place.root, found) ? found : null;
  };
  const at = () => ({ workspace: place.gateWorkspace(), cwd: folder() ?? "" });
  const shell: Shell = openShell({
    sandbox,
    argvOf: (command) => simpleArgv(command),
    commandEffect: (command) => commandEffect(command, at()),
    extraEnv: (command) => gitEnvFor(command, at()),
    hasTool,
    offerUnconfined,
    settings: { persistent: settings.persistent, intercept: settings.intercept },
  });
  return { shell, folder };
}
