import { Pty, ptyProblem, type GroupEnd } from "@squire/platform";
import type { OutputDump } from "@squire/session";
import type { Launch } from "./launch.ts";
import { OutputCapture } from "./output-capture.ts";
import type { Ran } from "./ran.ts";
import { captureOptions, ranOf, type RunOptions } from "./run-launch.ts";
import type { CommandPorts } from "./shell-ports.ts";
import { TerminalText } from "./terminal/terminal-text.ts";

const SIZE = { cols: 120, rows: 40 };
/** What is held of the text in memory (C7). */
const CAPACITY = 100_000;
/** Nobody is there to turn pages. */
const NO_PAGER = { PAGER: "cat", GIT_PAGER: "cat", MANPAGER: "cat" };

/** Why a command cannot run in a terminal; null when it can (SH-11). */
export function noPty({ settings }: CommandPorts, env: Launch["env"]): string | null {
  return settings.pty ? ptyProblem(env) : "it was switched off";
}

/** Runs a command in a terminal that nobody types into. Never rejects. */
export async function runPty(
  shell: CommandPorts,
  launch: Launch,
  { seconds, context }: RunOptions,
): Promise<Ran> {
  const { clock, signal } = context;
  const { file, args } = launch.program;
  const capture = new OutputCapture(context, captureOptions(shell));
  const text = new TerminalText(SIZE, CAPACITY);
  const begun = clock.now();
  const pty = new Pty(shell.processes, SIZE);
  const abort = (): void => pty.stop("aborted");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const limit = seconds === null ? null : seconds * 1_000;
  const timer = limit === null ? null : clock.timer(limit, () => pty.stop("timed-out"));
  pty.start(
    { file, args },
    {
      env: { ...NO_PAGER, ...launch.env },
      cwd: launch.cwd,
      clock,
      onOutput(chunk) {
        text.push(chunk);
        capture.take(chunk);
      },
    },
  );
  const end: GroupEnd = await pty.ended;
  timer?.cancel();
  signal.removeEventListener("abort", abort);
  const raw = await capture.end();
  const output: OutputDump = { ...raw, ...text.end() };
  const durationMs = Math.max(0, clock.now() - begun);
  return ranOf(shell, { end, output, seconds, durationMs, sandbox: launch.sandbox });
}
