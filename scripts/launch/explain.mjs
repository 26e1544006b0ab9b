import { constants } from "node:os";
import { LaunchProblem } from "./problem.mjs";

const AGAIN = "run the same command again";

/**
 * Signs in npm's output, most telling first, with what to say about them.
 * @type {readonly { sign: RegExp, what: string, todo: string }[]}
 */
const CAUSES = [
  {
    sign: /ENOSPC|no space left on device/i,
    what: "The packages could not be installed: the disk is full.",
    todo: `Free about 500 MB and ${AGAIN}.`,
  },
  {
    sign: /EROFS|read-only file system/i,
    what: "The packages could not be installed: this folder is on a read-only disk.",
    todo: `Copy Squire to a folder you can write to and ${AGAIN}.`,
  },
  {
    sign: /\bEACCES\b|\bEPERM\b|permission denied/i,
    what: "The packages could not be installed: a file or folder may not be written.",
    todo: `Make Squire's folder and npm's cache (~/.npm) yours, or copy Squire elsewhere, and ${AGAIN}.`,
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    what: "The packages could not be fetched: the npm registry cannot be reached.",
    todo: `Squire needs the network once, to install. Check the connection (and npm's proxy settings) and ${AGAIN}.`,
  },
  {
    sign: /CERT_|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/,
    what: "The packages could not be fetched: the registry's certificate is not trusted.",
    todo: `Behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate file and ${AGAIN}.`,
  },
  {
    sign: /\bE40[134]\b|\bETARGET\b/,
    what: "The packages could not be fetched: the npm registry does not give out one of them.",
    todo: `Check which registry npm uses (npm config get registry) and ${AGAIN}.`,
  },
  {
    sign: /\bEUSAGE\b|can only install packages when|in sync/i,
    what: "package-lock.json does not fit package.json.",
    todo: `Undo your change to one of them, or make the lockfile anew with npm install, and ${AGAIN}.`,
  },
  {
    sign: /EINTEGRITY|EJSONPARSE|Invalid (package )?lock/i,
    what: "A package, or package-lock.json itself, is damaged.",
    todo: `Restore package-lock.json from the repository, run npm cache clean --force and ${AGAIN}.`,
  },
];

/**
 * What npm's failure means to somebody who wants to start Squire.
 * @param {string} output everything npm printed
 * @param {number} code its exit code
 */
export function explainInstall(output, code) {
  const stopped = interruption(output, code);
  if (stopped !== null) {
    return new LaunchProblem(
      "The installation was interrupted.",
      capitalised(AGAIN) + ".",
      stopped,
    );
  }
  const cause = CAUSES.find(({ sign }) => sign.test(output));
  const what =
    cause?.what ?? `The packages could not be installed: npm ci ended with code ${code}.`;
  const todo =
    cause?.todo ?? `What npm said is below. Delete the folder node_modules and ${AGAIN}.`;
  return new LaunchProblem(what, `${todo}\n\n${quoted("npm said:", output)}`);
}

/**
 * A file operation of ours failed before or after npm ran.
 * @param {string} root
 * @param {unknown} error
 */
export function explainIo(root, error) {
  const message = error instanceof Error ? error.message : String(error);
  const cause = CAUSES.find(({ sign }) => sign.test(message));
  return new LaunchProblem(
    cause?.what ?? `The packages could not be installed in ${root}.`,
    `${cause?.todo ?? `Look at the message below and ${AGAIN}.`}\n\n${quoted("The system said:", message)}`,
  );
}

/**
 * The exit code to end with when a signal stopped npm; npm itself ends with 1 and tells in words.
 * @param {string} output
 * @param {number} code
 */
function interruption(output, code) {
  if (code >= 128) return code;
  const signal = /^npm error signal (SIG(?:INT|TERM|HUP))$/m.exec(output)?.[1];
  return signal === undefined ? null : 128 + Reflect.get(constants.signals, signal);
}

/**
 * The lines that carry the reason: npm's errors without its warnings, the first ones if there are many.
 * @param {string} title
 * @param {string} output
 */
function quoted(title, output) {
  const lines = output.trim().split(/\r?\n/);
  const errors = lines.filter((line) => line.startsWith("npm error"));
  const shown = errors.length > 0 ? errors.slice(0, MOST_LINES) : lines.slice(-MOST_LINES);
  return [title, ...shown.map((line) => `  ${line}`)].join("\n");
}

const MOST_LINES = 15;

/** @param {string} sentence */
function capitalised(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
