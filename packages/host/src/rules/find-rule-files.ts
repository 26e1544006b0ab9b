import { basename, join, relative, sep } from "node:path";
import type { RuleOwner } from "@squire/memory";
import { isInside } from "@squire/platform";
import { projectOf } from "../memory/project-of.ts";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { readTextFile } from "../settings/read-text.ts";
import { namesIn, namesInProject } from "./rule-names.ts";
import { RULE_FOLDERS } from "./rule-folders.ts";
import type { RuleFolder } from "./rule-folders.ts";

/** A file as it lies there, not read yet. */
export type FoundFile = {
  readonly owner: RuleOwner;
  /** As people write it. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly name: string;
  /** Null: it cannot be read, or it is not what the user has trusted. */
  readonly read: () => Promise<string | null>;
};

export type FoundFiles = {
  readonly files: readonly FoundFile[];
  /** Of the project, passed over because the folder is not trusted (PERM-17). */
  readonly untrusted: readonly string[];
};

/** The files of the user, then those of the project, by folder and name (CFG-5, CFG-7). */
export async function findRuleFiles(host: Host, holds: RuleFolder["holds"]): Promise<FoundFiles> {
  const wanted = RULE_FOLDERS.filter((folder) => folder.holds === holds && isWanted(host, folder));
  const own = wanted.filter(({ of }) => of.includes("user")).flatMap((one) => ofUser(host, one));
  const root = projectOf(host);
  // At home there is no project, and Squire's own folder is not one of a project.
  if (root === null || join(root, ".squire") === host.home) return { files: own, untrusted: [] };
  const folders = wanted.filter(({ of }) => of.includes("project"));
  const theirs = [...new Set(folders.flatMap((folder) => namesInProject(root, folder)))];
  if (!host.trusted || theirs.length === 0) return { files: own, untrusted: theirs };
  const read = await trustedText(host);
  const files = theirs.map((path): FoundFile => {
    const file = join(root, path);
    return { owner: "project", path, file, name: nameOf(path), read: () => read(path) };
  });
  return { files: [...own, ...files], untrusted: [] };
}

function isWanted({ loaded }: Host, { source }: RuleFolder): boolean {
  const { sources } = loaded.settings.discovery;
  return sources.length === 0 || sources.includes(source);
}

function ofUser(host: Host, { source, path, file }: RuleFolder): readonly FoundFile[] {
  const home = host.env["HOME"] ?? host.env["USERPROFILE"];
  // Squire's own folder may lie elsewhere.
  const folder =
    source === "squire"
      ? join(host.home, path.slice(".squire/".length))
      : home === undefined
        ? null
        : join(home, path);
  if (folder === null) return [];
  return namesIn(folder, file).map((name) => userFile(join(folder, name), home));
}

function userFile(file: string, home: string | undefined): FoundFile {
  const isAtHome = home !== undefined && isInside(home, file);
  return {
    owner: "user",
    path: isAtHome ? `~/${relative(home, file).split(sep).join("/")}` : file,
    file,
    name: nameOf(basename(file)),
    read: async () => {
      const read = await readTextFile(file);
      return read.type === "text" ? read.text : null;
    },
  };
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.mdc?$/, "");
}

/** Byte for byte what was trusted: what came since is not read. */
async function trustedText(host: Host): Promise<(path: string) => Promise<string | null>> {
  const [{ folderTrust }, { readTrusted }] = await Promise.all([
    import("../safety/folder-trust.ts"),
    import("@squire/safety"),
  ]);
  const state = await folderTrust(host.home)
    .state(projectRootOf(host))
    .catch(() => null);
  return async (path) => (state?.type === "trusted" ? readTrusted(state, path) : null);
}
