import type { JudgedCall } from "@squire/protocol";
import { riskyGitSettings } from "../programs/git-settings.ts";
import type { Segment } from "../shell/segment.ts";
import { literalOf } from "../shell/word.ts";
import { lexicalFacts, type CallFacts } from "./facts.ts";
import { absolutePath, type PathFact } from "./path-fact.ts";
import { isAbsolutePath, isInWorkspace, normalized } from "./paths.ts";
import type { GateWorkspace } from "./workspace.ts";

/** What the gate asks of the disk. Neither may throw. */
export type InspectPorts = {
  /** The path without links; null when nothing is there. */
  readonly realpath: (path: string) => Promise<string | null>;
  /** A small text file; null when there is none. */
  readonly readText: (path: string) => Promise<string | null>;
};

/** The facts about a call, with every path followed to where it really leads. */
export async function inspectCall(
  call: JudgedCall,
  workspace: GateWorkspace,
  ports: InspectPorts,
): Promise<CallFacts> {
  const facts = lexicalFacts(call, workspace);
  const seen = new Map<string, Promise<string>>();
  const follow = (path: string): Promise<string> => {
    const known = seen.get(path) ?? realPath(path, ports);
    seen.set(path, known);
    return known;
  };
  const resolve = async (fact: PathFact): Promise<PathFact> =>
    fact.path === null ? fact : { ...fact, real: await follow(fact.path) };
  const paths: PathFact[] = [];
  for (const fact of facts.paths) paths.push(await resolve(await asTool(fact, workspace, ports)));
  if (facts.command === null) return { ...facts, paths };
  const segments = [];
  for (const report of facts.command.segments) {
    const real: PathFact[] = [];
    for (const fact of report.paths) real.push(await resolve(fact));
    segments.push({ ...report, paths: real });
  }
  const cwd = facts.cwd === null ? null : await resolve(facts.cwd);
  const inspected = { ...facts, paths, cwd, command: { ...facts.command, segments } };
  return { ...inspected, gitHelpers: await gitHelpers(inspected, workspace, ports) };
}

/** A leading slash means the workspace when nothing of that path exists (FS-6). */
async function asTool(
  fact: PathFact,
  workspace: GateWorkspace,
  { realpath }: InspectPorts,
): Promise<PathFact> {
  const { spelled, path } = fact;
  if (path === null || !isAbsolutePath(spelled) || isInWorkspace(path, workspace)) return fact;
  if ((await realpath(path)) !== null) return fact;
  const inside = `${workspace.root}/${normalized(path)}`;
  return { ...fact, path: inside, real: inside };
}

/**
 * Follows links as the system does: `..` behind a link is above the place it leads to. What does
 * not exist lies where its folder really is.
 */
async function realPath(path: string, { realpath }: InspectPorts): Promise<string> {
  if (!path.includes("..")) {
    const whole = await realpath(normalized(path));
    if (whole !== null) return normalized(whole);
  }
  let real = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  for (const part of path.slice(real.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") real = real.slice(0, Math.max(real.lastIndexOf("/"), 0));
    else {
      const next = `${real}/${part}`;
      real = normalized((await realpath(next)) ?? next);
    }
  }
  return real === "" ? "/" : real;
}

/** The settings of every repository that a reading git command would look at. */
async function gitHelpers(
  { command }: CallFacts,
  workspace: GateWorkspace,
  ports: InspectPorts,
): Promise<readonly string[]> {
  const reports = command?.segments.filter(({ judgement }) => judgement.neutralGit) ?? [];
  const folders = new Set(reports.flatMap(({ segment }) => gitFolders(segment, workspace)));
  const found = new Set<string>();
  for (const folder of folders) {
    for (const key of await settingsAbove(folder, ports)) found.add(key);
  }
  return [...found];
}

/** Where it runs, and where `-C` sends it. */
function gitFolders({ folders, args }: Segment, workspace: GateWorkspace): readonly string[] {
  const places = (folders ?? [""]).map((folder) => normalized(absolutePath(folder, workspace)));
  const sent = args.flatMap((arg, i) => {
    const next = args[i + 1];
    const target = literalOf(arg) === "-C" && next !== undefined ? literalOf(next) : null;
    if (target === null) return [];
    return places.map((place) =>
      isAbsolutePath(target) || target.startsWith("~")
        ? normalized(absolutePath(target, workspace))
        : normalized(`${place}/${target}`),
    );
  });
  return [...places, ...sent];
}

async function settingsAbove(folder: string, ports: InspectPorts): Promise<readonly string[]> {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const dir = await gitFolder(at, ports);
    if (dir !== null) return riskySettings(at, dir, ports);
    if (!at.includes("/")) return [];
  }
}

/** `.git` is a folder, or a file that names one. */
async function gitFolder(folder: string, { readText }: InspectPorts): Promise<string | null> {
  const dir = `${folder}/.git`;
  if ((await readText(`${dir}/config`)) !== null) return dir;
  const link = /^gitdir:\s*(.+?)\s*$/m.exec((await readText(dir)) ?? "")?.[1];
  if (link === undefined) return null;
  return isAbsolutePath(link) ? link : normalized(`${folder}/${link}`);
}

async function riskySettings(
  worktree: string,
  dir: string,
  { readText }: InspectPorts,
): Promise<readonly string[]> {
  const common = (await readText(`${dir}/commondir`))?.trim();
  const shared =
    common === undefined ? dir : isAbsolutePath(common) ? common : normalized(`${dir}/${common}`);
  const own = [`${shared}/config`, `${dir}/config.worktree`, `${shared}/config.worktree`];
  const found: string[] = [];
  for (const file of own) found.push(...riskyGitSettings((await readText(file)) ?? ""));
  // A worktree of a submodule names its folder itself.
  const expected = dir !== `${worktree}/.git`;
  const modules = riskyGitSettings((await readText(`${worktree}/.gitmodules`)) ?? "");
  return [...found.filter((key) => !(expected && key === "core.worktree")), ...modules];
}
