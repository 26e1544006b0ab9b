import { realpath } from "node:fs/promises";
import { delimiter, isAbsolute } from "node:path";
import { ToolError, type ToolContext } from "@squire/agent";
import { isInside } from "@squire/platform";
import type { Program } from "@squire/platform";
import { absolutePath } from "../workspace/absolute-path.ts";
import type { CommandRequest } from "./command-request.ts";
import { shellPath } from "./shell-path.ts";
import { cmdCommand, windowsPath } from "./windows/windows.ts";
import type { CommandPorts } from "./shell-ports.ts";

/** A command as it is started. */
export type Launch = {
  readonly program: Program;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What it runs in. */
  readonly sandbox: string;
};

type Surroundings = Pick<ToolContext, "cwd" | "env" | "clock">;

/** Fails with `ToolError` when the command must not run as it is wanted. */
export async function launchOf(
  shell: CommandPorts,
  request: CommandRequest,
  context: Surroundings,
): Promise<Launch> {
  const { command } = request;
  if (command.includes("\0")) throw new ToolError("A command cannot contain a NUL character.");
  const cwd = await folderOf(context.cwd, request.cwd);
  const argv = request.env === undefined ? shell.argvOf(command) : null;
  const env =
    argv === null ? await shellEnv(shell, request, context) : trustedEnv(shell, command, context);
  if (process.platform === "win32" && argv === null)
    return windowsLaunch(shell, command, { cwd, env });
  const words = argv ?? [shellPath(), "-c", command];
  return confined(shell, { argv: prefixed(words, context.env), cwd, env });
}

/** What `cmd.exe` is given is quoted for it already. */
function windowsLaunch(
  shell: CommandPorts,
  command: string,
  { cwd, env }: Pick<Launch, "cwd" | "env">,
): Launch {
  const { file, args } = cmdCommand(command);
  const path = windowsPath(env["PATH"] ?? "", null);
  const launch = confined(shell, { argv: [file, ...args], cwd, env: { ...env, PATH: path } });
  return { ...launch, program: { ...launch.program, verbatim: true } };
}

/** Puts the command into the sandbox. */
export function confined(
  { sandbox }: Pick<CommandPorts, "sandbox">,
  command: { readonly argv: readonly string[]; readonly cwd: string; readonly env: Launch["env"] },
): Launch {
  // Everything we start leads a session of its own.
  const wrapped = sandbox.wrap({ ...command, ownSession: true });
  if (wrapped === null) {
    throw new ToolError(`Commands cannot run here: ${sandbox.name}`);
  }
  const { argv, cwd, env, contained } = wrapped;
  const [file = "", ...args] = argv;
  const program = {
    file,
    args,
    merged: true,
    ...(contained === true ? { contained } : {}),
  } as const;
  return { program, cwd, env, sandbox: sandbox.name };
}

/** The workspace is fixed by the user: a call cannot begin outside of it (S21). */
export async function folderOf(workspace: string, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return workspace;
  const path = await absolutePath(workspace, wanted, [workspace]);
  const [root, folder] = await Promise.all([realpath(workspace), realpath(path).catch(() => null)]);
  if (folder === null) throw new ToolError(`There is no folder ${wanted} to run the command in.`);
  if (isInside(root, folder)) return folder;
  throw new ToolError(`Commands run inside the workspace only; ${wanted} is outside.`);
}

export async function shellEnv(
  shell: CommandPorts,
  { command, env = {} }: CommandRequest,
  context: Surroundings,
): Promise<Launch["env"]> {
  for (const name of Object.keys(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new ToolError(`${name} names no variable.`);
  }
  const base = baseEnv(context);
  const whole = isSet(context.env, "SQUIRE_BASH_NO_LOGIN")
    ? base
    : await shell.login.addTo(base, context);
  return { ...whole, ...env, ...shell.extraEnv(command) };
}

/** Where no shell is asked, nothing of the workspace may stand in for a program by its name (S15). */
function trustedEnv(shell: CommandPorts, command: string, context: Surroundings): Launch["env"] {
  const places = (context.env["PATH"] ?? "").split(delimiter);
  const trusted = places.filter((place) => isAbsolute(place) && !isInside(context.cwd, place));
  const env = { ...baseEnv(context), ...shell.extraEnv(command) };
  return { ...env, PATH: trusted.join(delimiter) };
}

function baseEnv({ env }: Surroundings): Launch["env"] {
  return isSet(env, "SQUIRE_BASH_NO_CI") ? env : { CI: "true", ...env };
}

/** The user's own words in front of every command (SH-8). */
export function prefixed(argv: readonly string[], env: Launch["env"]): readonly string[] {
  const prefix = env["SQUIRE_SHELL_PREFIX"] ?? "";
  return prefix === "" ? argv : ["/bin/sh", "-c", `${prefix} "$@"`, "sh", ...argv];
}

export function isSet(env: Launch["env"], name: string): boolean {
  const value = env[name] ?? "";
  return value !== "" && value !== "0" && value !== "false";
}
