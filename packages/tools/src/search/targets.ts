import { realpath, stat } from "node:fs/promises";
import { ToolError, type ToolContext } from "@squire/agent";
import { isCredentialPath, isMissing } from "@squire/safety";
import { isInside } from "@squire/platform";
import { absolutePath } from "../workspace/absolute-path.ts";
import { onDisk } from "../workspace/disk-problem.ts";
import { shownName, workspaceName } from "../workspace/shown-name.ts";
import { similarPaths } from "../workspace/similar-paths.ts";
import type { SearchServices, UrlFile } from "./services.ts";

/** A file or folder to be searched. */
export type Target = {
  readonly type: "file" | "folder";
  /** Without any link in it. */
  readonly path: string;
  /** As the model and the user see it; "." for the workspace. */
  readonly name: string;
  readonly bytes: number;
  /** What stands in it came from outside (PERM-16). */
  readonly untrusted: boolean;
};

const MOST_PATHS = 100;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** What the paths of a call mean (SRCH-4). No target lies inside another folder of the list. */
export async function findTargets(
  paths: string | readonly string[] | undefined,
  services: SearchServices,
  context: Pick<ToolContext, "cwd" | "signal">,
): Promise<readonly Target[]> {
  const given = typeof paths === "string" ? [paths] : (paths ?? []);
  if (given.length > MOST_PATHS) {
    throw new ToolError(`At most ${MOST_PATHS} paths at a time; name their common folder instead.`);
  }
  const targets: Target[] = [];
  for (const path of given.length === 0 ? ["."] : given) {
    targets.push(await findTarget(path, services, context));
  }
  return targets.filter(
    (target, at) =>
      !targets.some((other, index) => index !== at && isCovered(target, other, index < at)),
  );
}

function isCovered(target: Target, other: Target, isEarlier: boolean): boolean {
  if (other.path === target.path) return isEarlier;
  // A file that is named is searched even where the folder would leave it out.
  return target.type === "folder" && other.type === "folder" && isInside(other.path, target.path);
}

/** Whether a file is left out of results: it looks like credentials, or the user's rules say so. */
export function isKept(path: string, { mayRead }: SearchServices): boolean {
  return !isCredentialPath(path) && (mayRead?.(path) ?? true);
}

async function findTarget(
  path: string,
  services: SearchServices,
  context: Pick<ToolContext, "cwd" | "signal">,
): Promise<Target> {
  const isAddress = ADDRESS.test(path);
  const { path: absolute, untrusted = false } = isAddress
    ? await fileBehind(path, services, context.signal)
    : await fileAt(path, context);
  const real = await onDisk("search", path, () => realPathOf(path, absolute, context));
  if (!isAddress && (isCredentialPath(absolute) || !isKept(real, services))) {
    throw new ToolError(
      `${shownName(path)} looks like a file with credentials and is not searched. If you need something from it, ask the user.`,
    );
  }
  const found = await onDisk("search", path, () => stat(real));
  if (!found.isFile() && !found.isDirectory()) {
    throw new ToolError(
      `${shownName(path)} is neither a file nor a folder; it cannot be searched.`,
    );
  }
  const root = await onDisk("search", ".", () => realpath(context.cwd));
  return {
    type: found.isDirectory() ? "folder" : "file",
    path: real,
    name: isAddress ? path : workspaceName(root, real),
    bytes: found.size,
    untrusted,
  };
}

async function fileAt(path: string, { cwd }: Pick<ToolContext, "cwd">): Promise<UrlFile> {
  return { path: await onDisk("search", path, () => absolutePath(cwd, path, [cwd])) };
}

function fileBehind(
  url: string,
  { resolveUrl }: SearchServices,
  signal: AbortSignal,
): Promise<UrlFile> {
  if (/^https?:/i.test(url)) {
    throw new ToolError(`${url} is on the web; fetch it first, then search what was fetched.`);
  }
  if (resolveUrl === undefined) throw new ToolError(`${url} cannot be searched here.`);
  return resolveUrl(url, signal);
}

async function realPathOf(
  path: string,
  absolute: string,
  { cwd, signal }: Pick<ToolContext, "cwd" | "signal">,
): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const similar = (await similarPaths(cwd, absolute, signal)).map(shownName);
    const isGlob = /[*?{]/.test(path);
    const hint = isGlob
      ? " A pattern goes into glob."
      : similar.length === 0
        ? ""
        : ` Similar: ${similar.join(", ")}`;
    throw new ToolError(`There is no ${shownName(path)}.${hint}`, { cause: error });
  }
}
