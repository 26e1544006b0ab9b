import { spawn } from "node:child_process";
import { constants } from "node:os";
import { LaunchProblem } from "./problem.mjs";

const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

const START_ADVICE = "Delete the folder node_modules and run the same command again.";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/**
 * Runs a program in our place and gives back its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function handOver(program, args, options = {}) {
  return supervise(program, () => spawn(program, args, { stdio: "inherit", ...options }));
}

/**
 * Starts a child and waits for it while passing signals on to it.
 * @param {string} program
 * @param {() => ChildProcess} start
 * @returns {Promise<number>} its exit code
 */
export function supervise(program, start) {
  // Before the child exists: a signal in between would end us and leave the child behind.
  const signals = forwardSignals();
  return new Promise((resolve, reject) => {
    const child = start();
    signals.to(child);
    child.once("error", (error) => {
      signals.stop();
      reject(new LaunchProblem(`${program} could not be started: ${error.message}`, START_ADVICE));
    });
    child.once("close", (code, signal) => {
      signals.stop();
      resolve(exitCodeOf(code, signal));
    });
  });
}

/**
 * A terminal sends Ctrl+C to every process in the foreground; passing it on as well would deliver it
 * twice. Without a terminal only we were meant to get it.
 */
function forwardSignals() {
  const fromTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  /** @type {NodeJS.Signals[]} */
  const early = [];
  /** @type {(signal: NodeJS.Signals) => void} */
  let pass = (signal) => void early.push(signal);
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== "SIGINT" || !fromTerminal) pass(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return {
    /** @param {ChildProcess} child */
    to(child) {
      pass = (signal) => void child.kill(signal);
      for (const signal of early) pass(signal);
    },
    stop() {
      for (const signal of FORWARDED) process.off(signal, forward);
    },
  };
}

/**
 * Shells report a death by signal n as 128 + n.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  return signal === null ? (code ?? 1) : 128 + constants.signals[signal];
}
