import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "./problem.mjs";

/**
 * The script behind a tool that one of our development dependencies brings. (Not `node_modules/.bin`:
 * on Windows that holds shell wrappers.)
 * @param {string} root
 * @param {string | undefined} name
 * @returns {string}
 */
export function findTool(root, name) {
  const { devDependencies = {} } = manifest(root);
  for (const dependency of Object.keys(devDependencies)) {
    const folder = join(root, "node_modules", dependency);
    const { bin = {} } = manifest(folder);
    const script = typeof bin === "string" ? { [dependency]: bin }[name ?? ""] : bin[name ?? ""];
    if (script !== undefined) return join(folder, script);
  }
  throw new LaunchProblem(
    `There is no development tool called ${name ?? "(none given)"}.`,
    "It must come with one of the devDependencies in package.json.",
    2,
  );
}

/**
 * @param {string} folder
 * @returns {{ bin?: string | Record<string, string>, devDependencies?: Record<string, string> }}
 */
function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
