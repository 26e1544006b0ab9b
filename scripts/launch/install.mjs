import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explainInstall, explainIo } from "./explain.mjs";
import { bunCandidates } from "./find-bun.mjs";
import { supervise } from "./hand-over.mjs";
import { withInstallLock } from "./install-lock.mjs";
import { isInstalled, lockfileHash, STAMP } from "./installed.mjs";
import { LaunchProblem } from "./problem.mjs";
import { startProgress } from "./progress.mjs";

// Enough to hold what npm says at the end, where it says what went wrong.
const KEPT_OUTPUT = 64_000;

// By default npm waits more than a minute before it says that there is no network.
const IMPATIENT = {
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "5000",
};

/**
 * Makes `node_modules` what the lockfile says, unless it is that already.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  if (isReady(root)) return;
  try {
    mkdirSync(join(root, ".cache"), { recursive: true });
    await withInstallLock(join(root, ".cache/install.lock"), async () => {
      if (!isReady(root)) await install(root);
    });
  } catch (error) {
    throw error instanceof LaunchProblem ? error : explainIo(root, error);
  }
}

/**
 * Installed, and not robbed of its runtime afterwards.
 * @param {string} root
 */
function isReady(root) {
  return isInstalled(root) && bunCandidates(root).length > 0;
}

/** @param {string} root */
async function install(root) {
  const hash = lockfileHash(root);
  if (hash === null) {
    throw new LaunchProblem(
      "package-lock.json is missing or cannot be read.",
      "Restore it (git checkout package-lock.json) and run the same command again.",
    );
  }
  const progress = startProgress("Installing packages (npm ci)");
  const { code, output } = await runNpmCi(root).finally(() => progress.stop());
  if (code !== 0) throw explainInstall(output, code);
  writeFileSync(join(root, STAMP), hash);
  progress.done();
}

/**
 * @param {string} root
 * @returns {Promise<{ code: number, output: string }>}
 */
async function runNpmCi(root) {
  const npm = npmCommand();
  // Bun is a development dependency and its program an optional one: no setting may leave them out.
  // `npm --silent` around us must not take the reason of a failure away.
  const args = [...npm.args, "ci", "--include=dev", "--include=optional", "--loglevel=warn"];
  let output = "";
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    output = (output + chunk.toString("utf8")).slice(-KEPT_OUTPUT);
  };
  const code = await supervise("npm", () => {
    const child = spawn(npm.program, args, {
      cwd: root,
      env: { ...IMPATIENT, ...process.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: npm.shell,
    });
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    return child;
  }).catch(() => {
    throw new LaunchProblem(
      "npm is not installed, or not on the PATH.",
      "Install npm (it comes with Node from nodejs.org) and run the same command again.",
    );
  });
  return { code, output };
}

/** The npm that started us, run by this Node; else the one on the PATH. */
function npmCommand() {
  const started = process.env["npm_execpath"];
  if (started !== undefined && /npm-cli\.[cm]?js$/.test(started)) {
    return { program: process.execPath, args: [started], shell: false };
  }
  return { program: "npm", args: [], shell: process.platform === "win32" };
}
