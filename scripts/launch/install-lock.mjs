import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const BEAT_MS = 2_000;
const DEAD_AFTER_MS = 30_000;

/** @typedef {{ pollMs: number, say: (line: string) => void }} Waiting */

/** @type {Waiting} */
const PATIENT = { pollMs: 200, say: (line) => void process.stderr.write(line) };

/**
 * Runs `work` while no other launcher does. A lock whose owner is gone is taken over.
 * @param {string} folder the lock: whoever makes this folder holds it
 * @param {() => Promise<void>} work
 * @param {Waiting} [waiting]
 */
export async function withInstallLock(folder, work, waiting = PATIENT) {
  const retired = await acquire(folder, waiting);
  const owner = join(folder, "owner.json");
  const beat = setInterval(() => touch(owner), BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
    for (const path of retired) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {Waiting} waiting
 * @returns {Promise<string[]>} dead locks that were moved out of the way
 */
async function acquire(folder, { pollMs, say }) {
  /** @type {string[]} */
  const retired = [];
  for (let told = false; !tryLock(folder);) {
    const holder = readHolder(folder);
    if (isDead(holder, Date.now())) {
      const moved = retire(folder, holder);
      if (moved !== null) retired.push(moved);
      continue;
    }
    if (!told) {
      say(`Another start (process ${holder.pid}) is installing; waiting …\n`);
      told = true;
    }
    await sleep(pollMs);
  }
  return retired;
}

/** @param {string} folder */
function tryLock(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "EEXIST") return false;
    throw error;
  }
  const owner = { pid: process.pid, host: hostname(), nonce: `${process.pid}-${Date.now()}` };
  writeFileSync(join(folder, "owner.json"), JSON.stringify(owner));
  return true;
}

/**
 * @typedef {{ pid: number, host: string, nonce: string, beatAt: number }} Holder
 */

/**
 * @param {string} folder
 * @returns {Holder}
 */
function readHolder(folder) {
  try {
    const path = join(folder, "owner.json");
    const { pid, host, nonce } = JSON.parse(readFileSync(path, "utf8"));
    return { pid, host, nonce, beatAt: statSync(path).mtimeMs };
  } catch {
    // Just made and not yet signed, or just released: only its age can tell.
    const stat = statSync(folder, { throwIfNoEntry: false });
    return { pid: 0, host: "", nonce: "unsigned", beatAt: stat?.mtimeMs ?? Date.now() };
  }
}

/**
 * @param {Holder} holder
 * @param {number} now
 * @param {(pid: number) => boolean} [alive]
 */
export function isDead(holder, now, alive = isAlive) {
  if (now - holder.beatAt > DEAD_AFTER_MS) return true;
  return holder.pid > 0 && holder.host === hostname() && !alive(holder.pid);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Reflect.get(Object(error), "code") === "EPERM";
  }
}

/**
 * Two waiters may see the same dead lock, and the slower one must not remove the faster one's new
 * lock: the dead one is renamed to a name made from its nonce and kept until we are done, so that
 * a second rename to that name fails.
 * @param {string} folder
 * @param {Holder} holder
 * @returns {string | null}
 */
function retire(folder, holder) {
  const moved = `${folder}.${holder.nonce}.dead`;
  try {
    renameSync(folder, moved);
    return moved;
  } catch {
    return null;
  }
}

/** @param {string} path */
function touch(path) {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder was removed from under us; the work goes on and ends on its own.
  }
}
