import { Processes, Pty } from "@squire/platform";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTrace, TRACED_CALLS } from "./read-trace.ts";
import type { Seen } from "./read-trace.ts";

const STRACE = "/usr/bin/strace";

/** Why nothing can be traced here; null where it can. */
export function traceProblem(): string | null {
  return existsSync(STRACE) ? null : "there is no strace";
}

export type TracedInput = {
  readonly program: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** In a terminal of its own, or with nobody there. */
  readonly terminal: boolean;
  /** In a terminal: as soon as this is shown, whoever sits there leaves with Ctrl+D. */
  readonly leaveAt?: string;
  /** Empty, for the trace. */
  readonly folder: string;
};

export type Traced = {
  /** Null: it had to be ended. */
  readonly code: number | null;
  /** All it printed. */
  readonly out: string;
  readonly seen: Seen;
};

/** Whoever waits for a pipe waits for ever. */
const PATIENCE_MS = 60_000;

/** Runs a program to its end and tells what it did. */
export async function runTraced(input: TracedInput): Promise<Traced> {
  const flags = ["-ff", "-qq", "-y", "-s", "4096", "--seccomp-bpf", "-e", `trace=${TRACED_CALLS}`];
  const args = [...flags, "-f", "-o", join(input.folder, "trace"), ...input.program];
  const { code, out } = await (input.terminal ? inTerminal : headless)(args, input);
  return { code, out, seen: readTrace(input.folder) };
}

type Ended = { readonly code: number | null; readonly out: string };

async function headless(args: readonly string[], { cwd, env }: TracedInput): Promise<Ended> {
  const child = spawn(STRACE, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // In a group of its own, so that all of it can be ended.
    detached: true,
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const limit = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), PATIENCE_MS);
  await once(child, "close");
  clearTimeout(limit);
  return { code: child.exitCode, out };
}

async function inTerminal(
  args: readonly string[],
  { cwd, env, leaveAt }: TracedInput,
): Promise<Ended> {
  await using processes = new Processes();
  const pty = new Pty(processes);
  const decoder = new TextDecoder();
  let out = "";
  pty.start(
    { file: STRACE, args: [...args] },
    {
      cwd,
      env,
      onOutput: (chunk) => {
        const isThere = leaveAt === undefined || out.includes(leaveAt);
        out += decoder.decode(chunk, { stream: true });
        if (!isThere && out.includes(leaveAt ?? "")) pty.write("\u0004");
      },
    },
  );
  const limit = setTimeout(() => pty.stop("timed-out"), PATIENCE_MS);
  const end = await pty.ended;
  clearTimeout(limit);
  return { code: end.exitCode, out };
}
