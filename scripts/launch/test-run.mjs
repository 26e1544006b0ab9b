import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { supervise } from "./hand-over.mjs";
import { LaunchProblem } from "./problem.mjs";
import { sealed } from "./sealed.mjs";

/** Where the results of the last run are kept, for `npm run spec -- --last`. */
export const RESULTS = ".cache/test-results.xml";

const PLACES = ["./packages", "./scripts", "./judges", "./bench"];

// What only works in one process.
const ALONE = /^--(?:watch|hot|coverage|inspect|parallel)/;

// Bun's summary is the last thing it prints.
const KEPT_TAIL = 4_000;

/**
 * Runs the tests and ends with the line `N passed, N failed`.
 * @param {string} root
 * @param {string} bun
 * @param {readonly string[]} args paths and flags for `bun test`
 * @returns {Promise<number>}
 */
export async function runTests(root, bun, args) {
  prepareResults(root);
  let tail = "";
  const code = await supervise(bun, () => {
    const child = spawn(bun, testArguments(root, args), {
      cwd: root,
      stdio: ["inherit", "inherit", "pipe"],
      env: { ...colours(), ...process.env },
    });
    child.stderr.on("data", (chunk) => {
      process.stderr.write(chunk);
      tail = (tail + chunk.toString("utf8")).slice(-KEPT_TAIL);
    });
    return child;
  });
  const { passed, failed } = countsIn(tail, code);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return code === 0 && failed > 0 ? 1 : code;
}

/** @param {string} root */
function prepareResults(root) {
  try {
    mkdirSync(join(root, ".cache"), { recursive: true });
    rmSync(join(root, RESULTS), { force: true });
  } catch (error) {
    throw new LaunchProblem(
      `The test results cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      "Run the tests in a folder you can write to.",
    );
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 */
export function testArguments(root, args) {
  const given = args.some((arg, at) => !arg.startsWith("-") && !takesValue(args[at - 1]));
  return [
    "test",
    ...sealed(root),
    "--reporter=junit",
    `--reporter-outfile=${join(root, RESULTS)}`,
    // After the reporter, or Bun drops the results file.
    "--dots",
    // Many tests start processes or a browser, and on a busy machine all takes ten times as long: the
    // limit is only for what hangs.
    "--timeout=120000",
    `--preload=${join(root, "scripts/test-setup.ts")}`,
    ...(args.some((arg) => ALONE.test(arg)) ? [] : [sideBySide()]),
    ...args,
    ...(given ? [] : PLACES),
  ];
}

/** One more than there are cores: many tests wait for processes and clocks. */
function sideBySide() {
  return `--parallel=${availableParallelism() + 1}`;
}

/** @param {string | undefined} flag */
function takesValue(flag) {
  return flag === "-t" || flag === "--test-name-pattern" || flag === "--timeout";
}

/**
 * The counts in Bun's summary. A run that failed without a failed test (a file that does not load,
 * no test found, a crash) counts as one failure.
 * @param {string} output
 * @param {number} code
 */
export function countsIn(output, code) {
  // oxlint-disable-next-line no-control-regex
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, "");
  /** @param {string} word */
  const count = (word) => {
    const found = [...plain.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, "gm"))].at(-1)?.[1];
    return Number(found ?? 0);
  };
  const failed = count("fail");
  return { passed: count("pass"), failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** Bun sees a pipe where the user sees a terminal. */
function colours() {
  return process.stderr.isTTY ? { FORCE_COLOR: "1" } : {};
}
