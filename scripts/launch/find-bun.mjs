import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "./problem.mjs";

// Before its install script runs, npm's `bun` holds a small placeholder in place of the program.
const SMALLEST_PROGRAM = 1_000_000;

const OS_NAMES = { win32: "windows", darwin: "darwin", linux: "linux", freebsd: "freebsd" };

/**
 * The Bun that npm installed: where its install script puts it, else inside the platform package
 * (npm may block install scripts).
 * @param {string} root
 * @returns {string} the path of a program that runs
 */
export function findBun(root) {
  const candidates = bunCandidates(root);
  // The first one is nearly always right, and starting it twice would cost time at every launch.
  if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
  const found = candidates.find((path) => spawnSync(path, ["--version"]).status === 0);
  if (found !== undefined) return found;
  throw new LaunchProblem(
    `The runtime Bun is not installed for this machine (${process.platform} ${process.arch}).`,
    "Delete the folder node_modules and run the same command again. If npm is set to leave out " +
      "optional packages (omit=optional), allow them: Bun comes as one.",
  );
}

/**
 * @param {string} root
 * @param {{ platform: string, arch: string }} [machine]
 * @returns {string[]} programs that look whole, best first
 */
export function bunCandidates(root, machine = process) {
  const modules = join(root, "node_modules");
  const os = Reflect.get(OS_NAMES, machine.platform) ?? machine.platform;
  const prefix = `bun-${os}-${machine.arch === "arm64" ? "aarch64" : machine.arch}`;
  const program = machine.platform === "win32" ? "bun.exe" : "bun";
  const vendored = namesIn(join(modules, "@oven"))
    .filter((name) => name === prefix || name.startsWith(`${prefix}-`))
    .sort();
  return [
    join(modules, "bun/bin/bun.exe"),
    ...vendored.map((name) => join(modules, "@oven", name, "bin", program)),
  ].filter(isProgram);
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} path */
function isProgram(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size >= SMALLEST_PROGRAM;
}
