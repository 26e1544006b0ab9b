import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { runProgram, type ShellResult } from "@squire/platform";
import { findBubblewrap } from "../find-bubblewrap.ts";
import { openSandbox, type SandboxInput } from "../open-sandbox.ts";
import type { Sandbox, Stray } from "../sandbox.ts";

/** Changes a command line of the sandbox: a planted hole that a test must notice. */
export type Weaken = (argv: readonly string[]) => readonly string[];

export type Ground = AsyncDisposable & {
  readonly workspace: string;
  readonly home: string;
  readonly squireHome: string;
  readonly sandbox: Sandbox;
  /** Runs a script in the sandbox, as it is or with a hole in it. */
  run(script: string, weaken?: Weaken, env?: Readonly<Record<string, string>>): Promise<Ran>;
};

export type Ran = ShellResult & { readonly strays: readonly Stray[] };

/** Why real sandboxes cannot be tried on this machine; null when they can. */
export const noBubblewrap: string | null = await reason();

async function reason(): Promise<string | null> {
  if (process.platform !== "linux") return "bubblewrap is for Linux";
  const found = await findBubblewrap();
  return found.type === "missing" ? found.reason : null;
}

export const ENV = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  LANG: "C",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Not below `/tmp`: commands see another one there, which would hide what is to be tried. */
function baseFolder(): string {
  const repository = join(import.meta.dir, "../../../../..", ".cache");
  const places = [repository, join(homedir(), ".cache")];
  const base = places.find((path) => !/^\/(?:var\/)?tmp\//.test(path)) ?? repository;
  mkdirSync(base, { recursive: true });
  return realpathSync(base);
}

/** A workspace beside a home folder with secrets, and the sandbox of this machine around it. */
export async function openGround(
  files: Readonly<Record<string, string>> = {},
  settings: Partial<SandboxInput> = {},
): Promise<Ground> {
  const root = mkdtempSync(join(baseFolder(), "sandbox-test-"));
  const [workspace, home, squireHome] = [join(root, "ws"), join(root, "home"), join(root, "state")];
  for (const folder of [workspace, home, squireHome]) mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const sandbox = await openSandbox({
    mode: "enforce",
    network: false,
    workspace,
    allowWrite: [],
    userHome: home,
    squireHome,
    ...settings,
  });
  const run: Ground["run"] = async (script, weaken = (argv) => argv, env = {}) => {
    const stay = await sandbox.enter();
    const argv = ["/bin/bash", "-c", script];
    const wrapped = sandbox.wrap({
      argv,
      cwd: workspace,
      env: { ...ENV, HOME: home, ...env },
      ownSession: true,
    });
    if (wrapped === null) throw new Error(sandbox.name);
    const options = { env: wrapped.env, cwd: wrapped.cwd, timeoutMs: 20_000 };
    const ran = await runProgram(weaken(wrapped.argv), options);
    return { ...ran, strays: await stay.leave() };
  };
  const dispose = async (): Promise<void> => {
    await sandbox[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  };
  return { workspace, home, squireHome, sandbox, run, [Symbol.asyncDispose]: dispose };
}

/** Without one option and its values. */
export function without(...option: readonly string[]): Weaken {
  return (argv) => {
    const at = argv.findIndex((_, index) => option.every((part, i) => argv[index + i] === part));
    if (at === -1) throw new Error(`The command line has no ${option.join(" ")}.`);
    return [...argv.slice(0, at), ...argv.slice(at + option.length)];
  };
}

/** With more mounts, after all others. */
export function withMounts(...mounts: readonly string[]): Weaken {
  return (argv) => {
    const at = argv.indexOf("--chdir");
    return [...argv.slice(0, at), ...mounts, ...argv.slice(at)];
  };
}

/** A path that is read-only becomes writable. */
export function writable(path: string): Weaken {
  return (argv) => {
    const at = argv.findIndex((part, i) => part === "--ro-bind" && argv[i + 2] === path);
    if (at === -1) throw new Error(`${path} is not read-only.`);
    return argv.with(at, "--bind");
  };
}

export function all(...changes: readonly Weaken[]): Weaken {
  return (argv) => changes.reduce((now, change) => change(now), argv);
}

/** Is a program there to try? */
export function has(name: string): boolean {
  return ENV.PATH.split(":").some((folder) => existsSync(join(folder, name)));
}

/** For those who try it as somebody else. */
export function openToAll(path: string): void {
  chmodSync(path, 0o777);
}
