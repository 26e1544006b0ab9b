import { posix } from "node:path";
import { manifests } from "./manifests.ts";
import type { Rule, Violation } from "./source-file.ts";
import { isTest, lineOf, packageOf } from "./source-file.ts";

/**
 * A package is entered through the doors its package.json names, and exports by name.
 * (Our scripts make files inside packages, so they may reach in.)
 */
export const borders: Rule = (files) => {
  const doors = new Set(manifests(files).flatMap(({ doors: own }) => own));
  return files
    .filter(({ path }) => !path.startsWith("scripts/"))
    .flatMap((file): Violation[] => [
      ...file.imports.flatMap(({ specifier, line }) => {
        const message = crossing(file.path, specifier, doors);
        return message === null ? [] : [{ path: file.path, line, message }];
      }),
      ...starExports(file),
    ]);
};

function crossing(path: string, specifier: string, doors: ReadonlySet<string>): string | null {
  if (/^@squire\/[^/]+\//.test(specifier) && !doors.has(specifier)) {
    return `${specifier} reaches into a package: import what its index exports.`;
  }
  if (!specifier.startsWith(".")) return null;
  const home = packageOf(path);
  const target = posix.join(posix.dirname(path), specifier);
  const other = packageOf(target);
  if (other !== null && other !== home) {
    return `${specifier} reaches into ${other}: import @squire/${other}.`;
  }
  if (other !== home) return `${specifier} leaves the package.`;
  const dragsIn = isTest(target) && !isTest(path);
  return dragsIn ? `${specifier} is for tests only.` : null;
}

function starExports(file: Parameters<Rule>[0][number]): Violation[] {
  const line = lineOf(file, /(?<![.\w$])export\s*(?:type\s*)?\*/);
  if (line === null) return [];
  return [{ path: file.path, line, message: "export * hides what is exported: name it." }];
}
