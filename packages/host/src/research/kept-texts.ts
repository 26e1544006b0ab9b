import type { FindText, KeptText } from "@squire/research";
import { artifactsFolder, sessionsPath } from "@squire/session";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The sources of a session, as they lie on the disk now: what was changed is told by its hash. */
export function textsOfSession(logPath: string): FindText {
  const folder = artifactsFolder(logPath);
  return ({ artifactId }) =>
    artifactId === undefined || !/^art_[0-9a-f]{32}$/.test(artifactId)
      ? Promise.resolve(null)
      : textIn(join(folder, `${artifactId}.data`));
}

/** Texts that lie in a folder under their hashes. */
export function textsInFolder(folder: string): FindText {
  return ({ sha256 }) =>
    sha256 === undefined ? Promise.resolve(null) : textIn(join(folder, `${sha256}.txt`));
}

/** The artifacts of all sessions of this user, by their hashes: a report need not say whose they are. */
export function textsOfHome(home: string): FindText {
  let folders: Promise<readonly string[]> | null = null;
  return async ({ sha256 }) => {
    if (sha256 === undefined) return null;
    folders ??= artifactFolders(home);
    for (const folder of await folders) {
      const kept = await textIn(join(folder, `art_${sha256.slice(0, 32)}.data`));
      if (kept !== null) return kept;
    }
    return null;
  };
}

/** The first that has it. */
export function firstOf(...places: readonly FindText[]): FindText {
  return async (citation) => {
    for (const find of places) {
      const kept = await find(citation);
      if (kept !== null) return kept;
    }
    return null;
  };
}

async function artifactFolders(home: string): Promise<readonly string[]> {
  const root = sessionsPath(home);
  const projects = await readdir(root).catch(() => []);
  const inside = await Promise.all(
    projects.map(async (project) => {
      const names = await readdir(join(root, project)).catch(() => []);
      return names
        .filter((name) => name.endsWith(".artifacts"))
        .map((name) => join(root, project, name));
    }),
  );
  return inside.flat();
}

async function textIn(path: string): Promise<KeptText | null> {
  try {
    const bytes = await readFile(path);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { text: bytes.toString("utf8"), sha256 };
  } catch {
    // Not there, or not to be read: for a check that is the same.
    return null;
  }
}
