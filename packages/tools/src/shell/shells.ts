import { realpath } from "node:fs/promises";
import type { ToolContext } from "@squire/agent";
import { isInside } from "@squire/platform";
import { confined, folderOf, shellEnv } from "./launch.ts";
import type { CommandRequest } from "./command-request.ts";
import { OutputCapture } from "./output-capture.ts";
import { LOOP, PersistentShell } from "./persistent-shell.ts";
import type { Ran } from "./ran.ts";
import { captureOptions, ranOf } from "./run-launch.ts";
import { shellPath } from "./shell-path.ts";
import type { CommandPorts } from "./shell-ports.ts";

export type ShellsRun = { readonly seconds: number; readonly context: ToolContext };

/** The shells that stay open, one for each session (SH-7). */
export class Shells implements AsyncDisposable {
  readonly #open = new Map<string, PersistentShell>();
  /** The end of the command before, by session. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /** Where the shell of a session stands; null when it has none. */
  cwdOf(sessionId: string): string | null {
    const shell = this.#open.get(sessionId);
    return shell === undefined || shell.isOver ? null : shell.cwd;
  }

  /** Runs a command in the session's shell, after those before it. */
  async run(shell: CommandPorts, request: CommandRequest, how: ShellsRun): Promise<Ran> {
    const { sessionId } = how.context;
    const before = this.#turns.get(sessionId);
    const turn = (async () => {
      await before;
      return this.#run(shell, request, how);
    })();
    this.#turns.set(
      sessionId,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.values()].map((one) => one.stop()));
  }

  async #run(
    shell: CommandPorts,
    request: CommandRequest,
    { seconds, context }: ShellsRun,
  ): Promise<Ran> {
    const { clock, sessionId } = context;
    const given = request.cwd === undefined ? null : await folderOf(context.cwd, request.cwd);
    const open = await this.#shellOf(shell, context);
    const capture = new OutputCapture(context, captureOptions(shell));
    const isAway = !isInside(await realpath(context.cwd), open.cwd);
    const begun = clock.now();
    const end = await open.run({
      command: request.command,
      env: { ...request.env, ...shell.extraEnv(request.command) },
      // A call cannot begin outside of the workspace (S21).
      cwd: given ?? (isAway ? context.cwd : null),
      capture,
      seconds,
      context,
    });
    if (open.isOver) this.#open.delete(sessionId);
    const output = await capture.end();
    const durationMs = Math.max(0, clock.now() - begun);
    const notes = open.isOver ? ["(The shell has ended; the next command gets a new one.)"] : [];
    return ranOf(shell, { end, output, seconds, durationMs, sandbox: shell.sandbox.name, notes });
  }

  async #shellOf(shell: CommandPorts, context: ToolContext): Promise<PersistentShell> {
    const known = this.#open.get(context.sessionId);
    if (known !== undefined && !known.isOver) return known;
    const env = await shellEnv(shell, { command: "" }, context);
    // Bash takes an input that is a socket for a login from afar, and would read its files.
    const argv = [shellPath(), "--norc", "--noprofile", "-c", LOOP];
    const cwd = await realpath(context.cwd);
    const opened = new PersistentShell(shell.processes, confined(shell, { argv, cwd, env }));
    this.#open.set(context.sessionId, opened);
    return opened;
  }
}
