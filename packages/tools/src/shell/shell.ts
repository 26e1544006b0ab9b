import { Processes } from "@squire/platform";
import type { Effect } from "@squire/protocol";
import type { Sandbox } from "@squire/safety";
import { Jobs } from "../jobs/jobs.ts";
import { LoginEnv } from "./login-env.ts";
import { looksSecret } from "./looks-secret.ts";

export type ShellSettings = {
  /** `shell.persistent` (SH-7). */
  readonly persistent: boolean;
  /** `shell.intercept` (SH-9). */
  readonly intercept: boolean;
  /** False with `--no-pty` (SH-11). */
  readonly pty: boolean;
  /** What is kept of one output; a command that never stops printing must not fill the disk. */
  readonly mostArtifactBytes: number;
};

/** What the tools that run commands are told by whoever puts them together. */
export type ShellPorts = {
  /** Everything that runs. Whoever gives one ends it. */
  readonly processes: Processes;
  readonly sandbox: Sandbox;
  /** The words of a command that may run without a shell (C6); null for any other. */
  readonly argvOf: (command: string) => readonly string[] | null;
  readonly commandEffect: (command: string) => Effect;
  /** Variables that a command runs with whatever else is set. */
  readonly extraEnv: (command: string) => Readonly<Record<string, string>>;
  /** Whether a variable of the user's login shell may be seen by commands (SEC-9). */
  readonly passesEnv: (name: string) => boolean;
  /** Whether there is a tool of this name, which may be better than a command. */
  readonly hasTool: (name: string) => boolean;
  readonly settings: ShellSettings;
};

/** A shell as the tools share it. Ends all it runs when it is disposed of. */
export type Shell = ShellPorts &
  AsyncDisposable & {
    readonly login: LoginEnv;
    readonly jobs: Jobs;
  };

const SETTINGS: ShellSettings = {
  persistent: false,
  intercept: true,
  pty: true,
  mostArtifactBytes: 256 * 1024 * 1024,
};

const NO_SANDBOX: Sandbox = {
  name: "none",
  confines: false,
  wrap: (command) => command,
  looksStopped: () => false,
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
  const jobs = new Jobs(processes, settings.mostArtifactBytes);
  return {
    argvOf: () => null,
    commandEffect: () => "execute",
    extraEnv: () => ({}),
    hasTool: () => false,
    ...given,
    processes,
    sandbox,
    passesEnv,
    settings,
    jobs,
    login: new LoginEnv({ processes, sandbox, passesEnv }),
    async [Symbol.asyncDispose]() {
      // Whoever gave the processes ends them; the jobs are ours in any case.
      await jobs[Symbol.asyncDispose]();
      if (given.processes === undefined) await processes[Symbol.asyncDispose]();
    },
  };
}
