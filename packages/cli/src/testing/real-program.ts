import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export const MAIN = join(import.meta.dirname, "..", "main.ts");

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

export type Started = {
  readonly child: ReturnType<typeof spawnMain>;
  readonly ended: Promise<Ran>;
  readonly out: () => string;
};

export type RealOptions = {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** A user config with one provider, at a scripted server. */
export function configFor(url: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\nauth = "none"\nmodels = ["m"]\n`;
}

/** The real program in a process of its own. */
export function startMain(
  home: string,
  argv: readonly string[],
  options: RealOptions = {},
): Started {
  const child = spawnMain(home, argv, options);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  return { child, ended, out: () => out };
}

/** The same, with nothing to read, to its end. */
export function runMain(
  home: string,
  argv: readonly string[],
  options: RealOptions = {},
): Promise<Ran> {
  return startMain(home, argv, { stdin: "", ...options }).ended;
}

function spawnMain(home: string, argv: readonly string[], { cwd = home, env = {} }: RealOptions) {
  return spawn(process.execPath, [MAIN, ...argv], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, SQUIRE_HOME: home, ...env },
  });
}
