import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Host } from "@squire/host";
import type { ThinkingLevel } from "@squire/protocol";
import type { Io } from "./io.ts";
import { openLog } from "./output/log.ts";

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
  readonly smol?: string;
  readonly slow?: string;
  readonly plan?: string;
  readonly noPty?: boolean;
  readonly noMemory?: boolean;
};

/** Opens the host as the flags say, and shows what is wrong with the settings. */
export async function openHostFor(flags: HostFlags, io: Io): Promise<Host> {
  const { openHost } = await import("@squire/host");
  const log = openLog(io);
  return openHost({
    env: { ...io.env, ...variablesOf(flags) },
    cwd: resolve(io.cwd, flags.cwd ?? "."),
    userHome: io.env["HOME"] ?? homedir(),
    offline: flags.offline,
    warn: (message) => log("warn", message),
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.provider === undefined ? {} : { provider: flags.provider }),
    ...(flags.apiKey === undefined ? {} : { apiKey: flags.apiKey }),
    ...(flags.thinking === undefined ? {} : { thinking: flags.thinking }),
  });
}

/** Flags that say the same as a variable, and win over it. */
function variablesOf(flags: HostFlags): Readonly<Record<string, string>> {
  const { smol, slow, plan, noPty, noMemory } = flags;
  return {
    ...(smol === undefined ? {} : { SQUIRE_SMOL_MODEL: smol }),
    ...(slow === undefined ? {} : { SQUIRE_SLOW_MODEL: slow }),
    ...(plan === undefined ? {} : { SQUIRE_PLAN_MODEL: plan }),
    ...(noPty === true ? { SQUIRE_NO_PTY: "1" } : {}),
    ...(noMemory === true ? { SQUIRE_MEMORY: "off" } : {}),
  };
}
