import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Host } from "@squire/host";
import type { ThinkingLevel } from "@squire/protocol";
import type { Io } from "./io.ts";
import { terminalText } from "./output/terminal-text.ts";

/** The flags every command shares, and those that choose a model. */
export type HostFlags = {
  readonly config?: string;
  readonly cwd?: string;
  readonly offline: boolean;
  readonly verbose: boolean;
  readonly model?: string;
  readonly provider?: string;
  readonly apiKey?: string;
  readonly thinking?: ThinkingLevel;
  readonly noPty?: boolean;
};

/** Opens the host as the flags say, and shows what is wrong with the settings. */
export async function openHostFor(flags: HostFlags, io: Io): Promise<Host> {
  const { openHost } = await import("@squire/host");
  return openHost({
    env: flags.noPty === true ? { ...io.env, SQUIRE_NO_PTY: "1" } : io.env,
    cwd: resolve(io.cwd, flags.cwd ?? "."),
    userHome: io.env["HOME"] ?? homedir(),
    offline: flags.offline,
    warn: (message) => io.stderr.write(`squire: ${terminalText(message)}\n`),
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.provider === undefined ? {} : { provider: flags.provider }),
    ...(flags.apiKey === undefined ? {} : { apiKey: flags.apiKey }),
    ...(flags.thinking === undefined ? {} : { thinking: flags.thinking }),
  });
}
