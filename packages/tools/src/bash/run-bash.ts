import { realpath } from "node:fs/promises";
import type { ToolContext } from "@squire/agent";
import type { Stray } from "@squire/safety";
import { isInside } from "@squire/platform";
import { launchOf } from "../shell/launch.ts";
import type { CommandRequest } from "../shell/command-request.ts";
import type { Ran } from "../shell/ran.ts";
import { asOutcome, runLaunch } from "../shell/run-launch.ts";
import { noPty, runPty } from "../shell/run-pty.ts";
import { NO_SANDBOX } from "../shell/shell-ports.ts";
import { bashPath } from "../shell/shell-path.ts";
import type { Shell } from "../shell/shell.ts";

export type BashRequest = CommandRequest & {
  readonly seconds: number;
  readonly pty: boolean;
};

/** Runs a command in the way it is wanted: in a terminal, in the shell that stays, or by itself. */
export async function runBash(
  shell: Shell,
  request: BashRequest,
  context: ToolContext,
): Promise<Ran> {
  const stay = await shell.sandbox.enter();
  const [ran] = await Promise.allSettled([runInside(shell, request, context)]);
  const strays = await stay.leave();
  if (ran.status === "rejected") throw ran.reason;
  const again = ran.value.sandboxStopped ? await outside(shell, request, context) : null;
  const { notes, ...shown } = again ?? ran.value;
  return { ...shown, notes: [...notes, ...strays.map(strayNote)] };
}

/** The sandbox stopped it: once more without one, if somebody says so (SBX-4). */
async function outside(
  shell: Shell,
  { seconds, pty, ...request }: BashRequest,
  context: ToolContext,
): Promise<Ran | null> {
  const cwd = request.cwd ?? (pty ? undefined : await whereItStands(shell, context));
  const wanted = { ...request, cwd };
  if ((await shell.offerUnconfined?.(wanted, context)) !== true) return null;
  const open: Shell = { ...shell, sandbox: NO_SANDBOX };
  const how = { seconds, context };
  const ran = pty
    ? await inTerminal(open, wanted, how)
    : await runLaunch(open, await launchOf(open, wanted, context), how);
  return asOutcome({ ...ran, notes: [...ran.notes, LET_OUT] });
}

const LET_OUT = "(The sandbox had stopped it; the user let it run again without one.)";

/** Somebody should look at what decides over later runs (S24). */
function strayNote({ path, what }: Stray): string {
  return `(While it ran, ${path}, which decides what may happen here, ${WORDS[what]}.)`;
}

const WORDS: Readonly<Record<Stray["what"], string>> = {
  appeared: "was created",
  changed: "was changed",
  gone: "was removed",
};

async function runInside(
  shell: Shell,
  { seconds, pty, ...request }: BashRequest,
  context: ToolContext,
): Promise<Ran> {
  const how = { seconds, context };
  if (pty) return asOutcome(await inTerminal(shell, request, how));
  // Only bash can be told one command after the other.
  const persistent = shell.settings.persistent && bashPath() !== null;
  const isArgv = request.env === undefined && shell.argvOf(request.command) !== null;
  if (persistent && !isArgv) return asOutcome(await shell.shells.run(shell, request, how));
  const cwd = request.cwd ?? (await whereItStands(shell, context));
  const launch = await launchOf(shell, { ...request, cwd }, context);
  return asOutcome(await runLaunch(shell, launch, how));
}

async function inTerminal(
  shell: Shell,
  request: CommandRequest,
  how: { readonly seconds: number; readonly context: ToolContext },
): Promise<Ran> {
  const launch = await launchOf(shell, request, how.context);
  const problem = noPty(shell, launch.env);
  if (problem === null) return runPty(shell, launch, how);
  const ran = await runLaunch(shell, launch, how);
  return { ...ran, notes: [...ran.notes, `(It ran without a terminal: ${problem}.)`] };
}

/** The folder of the shell that stays, so that all commands of a session agree on where they are. */
async function whereItStands(shell: Shell, context: ToolContext): Promise<string | undefined> {
  const folder = shell.shells.cwdOf(context.sessionId);
  if (folder === null || !isInside(await realpath(context.cwd), folder)) return undefined;
  return folder;
}
