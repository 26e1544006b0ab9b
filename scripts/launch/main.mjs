import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findBun } from "./find-bun.mjs";
import { handOver } from "./hand-over.mjs";
import { ensureInstalled } from "./install.mjs";
import { findTool } from "./find-tool.mjs";
import { LaunchProblem } from "./problem.mjs";
import { sealed } from "./sealed.mjs";
import { runTests } from "./test-run.mjs";

const USAGE = `Usage: node scripts/launch.mjs <command>
  start [args]             run Squire from source
  test [paths] [flags]     run the tests
  run <script.ts> [args]   run a script of this repository
  bin <name> [args]        run a development tool`;

/**
 * @param {readonly string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function main(argv) {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  try {
    return await dispatch(root, argv);
  } catch (error) {
    if (!(error instanceof LaunchProblem)) throw error;
    console.error(error.message);
    return error.exitCode;
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} argv
 */
async function dispatch(root, [command, ...args]) {
  switch (command ?? "") {
    case "start":
      return await start(root, args);
    case "test":
      return await runTests(root, await readyBun(root), args);
    case "run":
      return await runScript(root, args);
    case "bin":
      await ensureInstalled(root);
      return await handOver(process.execPath, [findTool(root, args[0]), ...args.slice(1)]);
    default:
      throw new LaunchProblem(`Unknown command: ${command ?? "(none)"}`, USAGE, 2);
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 */
async function start(root, args) {
  const bun = await readyBun(root);
  const entry = join(root, "packages/cli/src/main.ts");
  return await handOver(bun, [...sealed(root), entry, ...args], { cwd: userFolder(root) });
}

/**
 * npm runs its scripts in our folder and tells where the user was.
 * @param {string} root
 */
function userFolder(root) {
  const told = process.env["INIT_CWD"];
  const here = process.cwd();
  return here === root && told !== undefined && existsSync(told) ? told : here;
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 */
async function runScript(root, [script, ...args]) {
  const path = resolve(root, script ?? "");
  if (script === undefined || !existsSync(path)) {
    throw new LaunchProblem(`There is no script ${script ?? "(none given)"}.`, USAGE, 2);
  }
  return await handOver(await readyBun(root), [...sealed(root), path, ...args]);
}

/** @param {string} root */
async function readyBun(root) {
  await ensureInstalled(root);
  return findBun(root);
}
