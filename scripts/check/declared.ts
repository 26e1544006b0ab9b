import { isBuiltin } from "node:module";
import { manifests } from "./manifests.ts";
import type { Import, Rule } from "./source-file.ts";
import { isTest, packageOf } from "./source-file.ts";

/**
 * A package imports only what its own package.json declares. Types cost nothing at run time, so they
 * may also come from the root's development dependencies, and so may anything in a test or in `testkit`.
 */
export const declared: Rule = (files) => {
  const all = manifests(files);
  const root = all.find(({ path }) => path === "package.json");
  const development = new Set(Object.keys(root?.devDependencies ?? {}));
  return files.flatMap((file) => {
    const home = packageOf(file.path);
    if (home === null) return [];
    const manifest = all.find(({ path }) => path === `packages/${home}/package.json`);
    const known = new Set(Object.keys(manifest?.dependencies ?? {}));
    const forTests = isTest(file.path) || home === "testkit";
    const allowed = (found: Import, name: string): boolean =>
      known.has(name) ||
      ((found.typeOnly || forTests) && development.has(name)) ||
      (isTest(file.path) && name === "@squire/testkit");
    return file.imports.flatMap((found) => {
      const name = npmName(found.specifier);
      if (name === null || name === `@squire/${home}` || allowed(found, name)) return [];
      const message = `${name} is not among the dependencies in packages/${home}/package.json.`;
      return [{ path: file.path, line: found.line, message }];
    });
  });
};

/** `@scope/name/deep` → `@scope/name`; null for files and built-ins. */
function npmName(specifier: string): string | null {
  if (specifier.startsWith(".") || specifier.startsWith("bun:") || isBuiltin(specifier))
    return null;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
