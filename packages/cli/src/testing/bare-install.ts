import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../../..");

/**
 * Squire as it is installed where optional packages are missing: its own sources in this folder, beside links to all
 * other packages. Gives the program.
 */
export function bareInstall(folder: string, missing: readonly string[]): string {
  const modules = join(folder, "node_modules");
  cpSync(join(ROOT, "packages"), join(folder, "packages"), {
    recursive: true,
    filter: (path) => !/\.test\.tsx?$|[\\/]node_modules$/.test(path),
  });
  for (const name of installed(join(ROOT, "node_modules"))) {
    if (missing.includes(name) || name.startsWith("@squire/")) continue;
    link(join(ROOT, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    link(join(folder, "packages", name), join(modules, "@squire", name));
  }
  return join(folder, "packages/cli/src/main.ts");
}

/** Also those of a scope, each by its name. */
function installed(modules: string): readonly string[] {
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith(".")) return [];
    if (!name.startsWith("@")) return [name];
    return readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`);
  });
}

/** A junction needs no rights on Windows. */
function link(from: string, to: string): void {
  mkdirSync(resolve(to, ".."), { recursive: true });
  symlinkSync(from, to, "junction");
}
