import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Holds the hash of the lockfile that `node_modules` was made from. */
export const STAMP = "node_modules/.squire-lock";

/**
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
  const hash = lockfileHash(root);
  if (hash === null || !existsSync(join(root, "node_modules"))) return false;
  return text(join(root, STAMP))?.trim() === hash || npmInstalledIt(root);
}

/**
 * @param {string} root
 * @returns {string | null} null when there is no lockfile
 */
export function lockfileHash(root) {
  const lockfile = text(join(root, "package-lock.json"));
  return lockfile === null ? null : createHash("sha256").update(lockfile).digest("hex");
}

/**
 * Somebody may have run npm by hand. At the end of an install npm leaves a list of what it put
 * there; when that agrees with the lockfile, doing it again would change nothing.
 * @param {string} root
 */
function npmInstalledIt(root) {
  const wanted = packagesOf(text(join(root, "package-lock.json")));
  const present = packagesOf(text(join(root, "node_modules/.package-lock.json")));
  return wanted !== null && present !== null && sameTree(wanted, present);
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, resolved?: string }} Locked
 * @typedef {Record<string, Locked>} Tree
 */

/**
 * @param {Tree} wanted
 * @param {Tree} present
 * @returns {boolean}
 */
export function sameTree(wanted, present) {
  const names = Object.keys(wanted).filter((name) => name.includes("node_modules/"));
  const strangers = Object.keys(present).filter((name) => name.includes("node_modules/"));
  return (
    names.length > 0 &&
    strangers.every((name) => name in wanted) &&
    names.every((name) => {
      const want = wanted[name];
      const have = present[name];
      // Optional packages of other platforms are in the lockfile and never on the disk.
      if (have === undefined) return want?.optional === true;
      return (
        have.version === want?.version &&
        have.integrity === want?.integrity &&
        have.link === want?.link
      );
    })
  );
}

/**
 * @param {string | null} lockfile
 * @returns {Tree | null}
 */
function packagesOf(lockfile) {
  try {
    return lockfile === null ? null : (JSON.parse(lockfile).packages ?? null);
  } catch {
    return null;
  }
}

/** @param {string} path */
function text(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
