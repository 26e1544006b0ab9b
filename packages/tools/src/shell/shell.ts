import { Processes } from "@squire/platform";
import { Jobs } from "../jobs/jobs.ts";
import { LoginEnv } from "./login-env.ts";
import { looksSecret } from "./looks-secret.ts";
import {
  NO_SANDBOX,
  type CommandPorts,
  type ShellPorts,
  type ShellSettings,
} from "./shell-ports.ts";
import { Shells } from "./shells.ts";

/** A shell as the tools share it. Ends all it runs when it is disposed of. */
export type Shell = CommandPorts &
  AsyncDisposable & {
    readonly jobs: Jobs;
    readonly shells: Shells;
  };

const SETTINGS: ShellSettings = {
  persistent: false,
  intercept: true,
  pty: true,
  mostArtifactBytes: 256 * 1024 * 1024,
};

/** Starts nothing. What is left out is the careful choice, but for the sandbox: there is none. */
export function openShell(
  given: Partial<Omit<ShellPorts, "settings">> & {
    readonly settings?: Partial<ShellSettings>;
  } = {},
): Shell {
  const processes = given.processes ?? new Processes();
  const sandbox = given.sandbox ?? NO_SANDBOX;
  const passesEnv = given.passesEnv ?? ((name) => !looksSecret(name));
  const settings = { ...SETTINGS, ...given.settings };
  const shells = new Shells();
  const jobs = new Jobs(processes, settings.mostArtifactBytes);
  return {
    argvOf: () => null,
    commandEffect: () => "execute",
    extraEnv: () => ({}),
    hasTool: () => false,
    offerUnconfined: null,
    ...given,
    processes,
    sandbox,
    passesEnv,
    settings,
    jobs,
    shells,
    login: new LoginEnv({ processes, sandbox, passesEnv }),
    async [Symbol.asyncDispose]() {
      // Whoever gave the processes ends them; these are ours in any case.
      await Promise.all([jobs[Symbol.asyncDispose](), shells[Symbol.asyncDispose]()]);
      if (given.processes === undefined) await processes[Symbol.asyncDispose]();
    },
  };
}
