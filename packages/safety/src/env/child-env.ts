import { isAbsolute, normalize, resolve } from "node:path";
import { CORE_NAMES, DANGEROUS_NAMES, KEPT_FAMILIES, SECRET_WORDS } from "./names.ts";

type Env = Readonly<Record<string, string | undefined>>;

export type ChildEnvOptions = {
  /** Names the user lets through (`shell.pass_env`); `AWS_*` means all that begin so. */
  readonly pass?: readonly string[];
  /** Folders whose programs must not stand for those of the system: nothing of them is in PATH. */
  readonly workspaces?: readonly string[];
};

/**
 * The environment of a child process (SEC-9): what programs need to know of the machine, and nothing
 * that is a secret or that makes them load or run something (S15). Pure.
 */
export function childEnv(
  env: Env,
  { pass = [], workspaces = [] }: ChildEnvOptions = {},
): Readonly<Record<string, string>> {
  const passes = passList(pass);
  const kept = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || value.includes("\0")) return [];
    return passes(name) || isKept(name) ? [[name, value] as const] : [];
  });
  const child: Record<string, string> = Object.fromEntries(kept);
  const path = Object.keys(child).find((name) => name.toUpperCase() === "PATH");
  if (path !== undefined) child[path] = safePath(child[path] ?? "", workspaces);
  return child;
}

function isKept(name: string): boolean {
  if (DANGEROUS_NAMES.test(name) || SECRET_WORDS.test(name)) return false;
  return CORE_NAMES.has(name.toUpperCase()) || KEPT_FAMILIES.test(name);
}

function passList(pass: readonly string[]): (name: string) => boolean {
  const exact = new Set(pass.filter((name) => !name.endsWith("*")));
  // A lone star would be everything: whoever wants that names it.
  const starts = pass.flatMap((name) => (/^.+\*$/.test(name) ? [name.slice(0, -1)] : []));
  return (name) => exact.has(name) || starts.some((start) => name.startsWith(start));
}

const SEPARATOR = process.platform === "win32" ? ";" : ":";

/**
 * PATH without what a checkout could fill: an empty or relative entry means the current folder, and
 * a folder in the workspace holds whatever the last command put there.
 */
export function safePath(path: string, workspaces: readonly string[]): string {
  const roots = workspaces.map((root) => resolve(root));
  const entries = path.split(SEPARATOR).filter((entry) => {
    if (!isAbsolute(entry)) return false;
    const plain = normalize(entry).replace(/[/\\]+$/, "");
    return !roots.some(
      (root) => plain === root || plain.startsWith(`${root}/`) || plain.startsWith(`${root}\\`),
    );
  });
  return [...new Set(entries)].join(SEPARATOR);
}
