import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What a program under `strace` did to the world, as lines for a complaint. */
export type Seen = {
  /** Programs and processes besides itself; threads are no processes. */
  readonly started: readonly string[];
  /** Addresses that were called, or that it listened at. */
  readonly reached: readonly Reached[];
  /** Absolute paths that were made, changed or removed. */
  readonly written: readonly string[];
};

/** `port` is null for everything that is not loopback TCP. */
export type Reached = { readonly line: string; readonly port: number | null };

/** For `strace -e`. Names that a machine does not have are passed over because of the `?`. */
export const TRACED_CALLS = `
  execve execveat clone clone3 fork vfork
  connect sendto sendmsg sendmmsg listen
  open openat openat2 creat truncate mknod mknodat
  mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2
  link linkat symlink symlinkat chmod fchmodat chown fchownat`
  .trim()
  .split(/\s+/)
  .map((name) => `?${name}`)
  .join(",");

/** Reads the files that `strace -ff -y -o <folder>/trace` has left: one for each thread. */
export function readTrace(folder: string): Seen {
  const lines = readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const calls = lines.flatMap(callIn);
  if (calls.length === 0) throw new Error("The trace is empty: strace saw nothing.");
  const starts = calls.filter(isStart).map(({ line }) => line);
  return {
    // The first is the program itself.
    started: starts.slice(1),
    reached: calls.flatMap(reachedBy),
    written: calls.flatMap(writtenBy),
  };
}

type Call = {
  readonly name: string;
  readonly args: string;
  readonly result: string;
  readonly line: string;
};

function callIn(line: string): readonly Call[] {
  const [, name, args, result] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(line) ?? [];
  if (name === undefined || args === undefined || result === undefined) return [];
  return [{ name, args, result, line: line.slice(0, 300) }];
}

function isStart({ name, args }: Call): boolean {
  if (name.startsWith("execve")) return true;
  return /^(?:clone3?|v?fork)$/.test(name) && !args.includes("CLONE_THREAD");
}

function reachedBy({ name, args, line }: Call): readonly Reached[] {
  const speaks = /^(?:connect|send\w+)$/.test(name) && args.includes("sa_family=");
  if (!speaks && name !== "listen") return [];
  const [, port] =
    /sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("127\.0\.0\.1"\)/.exec(args) ??
    [];
  return [{ line, port: name === "connect" && port !== undefined ? Number(port) : null }];
}

function writtenBy({ name, args, result }: Call): readonly string[] {
  if (result.startsWith("-1")) return [];
  if (/^(?:open|creat)/.test(name)) {
    const writes = name === "creat" || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|TMPFILE)\b/.test(args);
    const [, opened] = /^\d+<(.*)>$/.exec(result) ?? [];
    return writes ? [opened ?? `${name}(${args})`] : [];
  }
  if (/^(?:exec|clone|v?fork|connect|send|listen)/.test(name)) return [];
  const paths = pathsIn(args);
  // The first name of these is what a link holds; nothing happens to it.
  return /^(?:sym)?link/.test(name) ? paths.slice(-1) : paths;
}

/** Every quoted name, below the folder that stands before it. */
function pathsIn(args: string): readonly string[] {
  const found = args.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, folder = "/", name = ""]) => resolve(folder, name));
}
