import type { ToolContext } from "@squire/agent";
import type { Processes } from "@squire/platform";
import type { Effect } from "@squire/protocol";
import type { Sandbox } from "@squire/safety";
import type { CommandRequest } from "./command-request.ts";
import type { LoginEnv } from "./login-env.ts";

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

/**
 * Asked when the sandbox seems to have stopped a command: true lets it run again without one
 * (SBX-4). Nothing of it has to be asked for where nobody is there.
 */
export type OfferUnconfined = (
  request: Pick<CommandRequest, "command" | "cwd" | "env">,
  context: ToolContext,
) => Promise<boolean>;

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
  /** Null: a command that the sandbox stopped has failed. */
  readonly offerUnconfined: OfferUnconfined | null;
  readonly settings: ShellSettings;
};

/** What it takes to run a single command. */
export type CommandPorts = ShellPorts & { readonly login: LoginEnv };

export const NO_SANDBOX: Sandbox = {
  name: "none",
  confines: false,
  gaps: [],
  enter: () => Promise.resolve({ leave: () => Promise.resolve([]) }),
  wrap: (command) => command,
  looksStopped: () => false,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
