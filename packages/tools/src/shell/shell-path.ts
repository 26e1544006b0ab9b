import { existsSync } from "node:fs";

const SHELLS = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash"];

/** Bash where there is one. */
export function shellPath(): string {
  return bashPath() ?? "/bin/sh";
}

export function bashPath(): string | null {
  return SHELLS.find((path) => existsSync(path)) ?? null;
}
