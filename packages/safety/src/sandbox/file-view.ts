import { dirname, join } from "node:path";
import { TOOLCHAIN_CACHES } from "./caches.ts";
import type { Guarded } from "./guarded-paths.ts";
import { HIDDEN_IN_HOME, HIDDEN_IN_SYSTEM, KEPT_IN_RUN, SOCKET_PLACES } from "./hidden-paths.ts";
import { isWithin, type Look, type SandboxPlan } from "./plan.ts";

/** How one path differs from the read-only disk around it. */
export type Spot =
  | { readonly type: "write"; readonly path: string }
  | { readonly type: "read"; readonly path: string }
  /** Another folder is seen in its place. */
  | { readonly type: "instead"; readonly path: string; readonly from: string }
  /** An empty folder or file is seen, which cannot be written to. */
  | { readonly type: "hidden"; readonly path: string; readonly kind: "folder" | "file" };

export type ViewInput = {
  readonly plan: SandboxPlan;
  readonly look: Look;
  readonly guarded: readonly Guarded[];
  /** Whether a name is only held for nobody to create it. */
  readonly isHeld: (path: string) => boolean;
  /** Paths of sockets that somebody listens on. */
  readonly sockets: readonly string[];
};

/** What commands see and may change, parents before children, each path once. Pure. */
export function fileView(input: ViewInput): readonly Spot[] {
  const guards = guardSpots(input);
  const spots = new Map<string, Spot>();
  // The later one wins: what the user has allowed by name goes before what we hide and guard.
  for (const spot of [
    ...pinSpots(input, guards),
    ...hiddenSpots(input),
    ...cacheSpots(input),
    ...guards,
    ...tempSpots(input),
    ...rootSpots(input),
  ]) {
    spots.set(spot.path, spot);
  }
  const sorted = [...spots.values()].sort((a, b) => depth(a.path) - depth(b.path));
  return sorted.filter((spot) => !isIdle(spot, nearestAbove(spot, spots)));
}

/** It would change nothing about what lies above it. */
function isIdle({ type }: Spot, above: Spot | null): boolean {
  if (type === "hidden") return above?.type === "hidden" || above?.type === "instead";
  return type === "read" && above?.type === "read";
}

function nearestAbove({ path }: Spot, spots: ReadonlyMap<string, Spot>): Spot | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = spots.get(folder);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) return null;
  }
}

function depth(path: string): number {
  return path.split("/").length;
}

function rootSpots({ plan, look }: ViewInput): Spot[] {
  return [plan.workspace, ...plan.allowWrite]
    .filter((path) => look(path) === "folder" || look(path) === "file")
    .map((path) => ({ type: "write", path }));
}

function cacheSpots({ plan, look }: ViewInput): Spot[] {
  return TOOLCHAIN_CACHES.map((name) => join(plan.userHome, name))
    .filter((path) => look(path) === "folder")
    .map((path) => ({ type: "write", path }));
}

function tempSpots({ plan, look }: ViewInput): Spot[] {
  return ["/tmp", "/var/tmp"]
    .filter((path) => look(path) === "folder")
    .map((path) => ({ type: "instead", path, from: join(plan.temp, path.slice(1)) }));
}

function guardSpots({ guarded, look, isHeld }: ViewInput): Spot[] {
  return guarded.flatMap(({ path }): Spot[] => {
    const kind = look(path);
    // Cheaper than a mount of itself, and as empty.
    if (kind === "folder" && isHeld(path)) return [{ type: "hidden", path, kind }];
    // A link cannot be covered; leaving tells when it was replaced.
    return kind === "file" || kind === "folder" ? [{ type: "read", path }] : [];
  });
}

/** A folder that holds something guarded is covered by itself: only so it cannot be moved away. */
function pinSpots({ guarded }: ViewInput, guards: readonly Spot[]): Spot[] {
  const covered = new Set(guards.map(({ path }) => path));
  return guarded.flatMap(({ path, root }) => {
    const above: Spot[] = [];
    if (!covered.has(path)) return above;
    for (let folder = dirname(path); isWithin(root, folder) && folder !== root;) {
      // Below something read-only nothing may become writable again.
      if (covered.has(folder)) return [];
      above.push({ type: "write", path: folder });
      folder = dirname(folder);
    }
    return above;
  });
}

function hiddenSpots({ plan, look, sockets }: ViewInput): Spot[] {
  const { userHome, squireHome, isRoot } = plan;
  const paths = [
    ...HIDDEN_IN_HOME.map((name) => join(userHome, name)),
    ...(isRoot ? HIDDEN_IN_SYSTEM : []),
    ...SOCKET_PLACES,
    ...sockets.filter((path) => isForeign(path, plan)),
    squireHome,
    "/run",
  ];
  const hidden = paths.flatMap((path): Spot[] => {
    const kind = look(path);
    if (kind === null || kind === "link") return [];
    return [{ type: "hidden", path, kind: kind === "folder" ? "folder" : "file" }];
  });
  const kept = [...KEPT_IN_RUN.always, ...(plan.network ? KEPT_IN_RUN.forNetwork : [])]
    .filter((path) => look(path) !== null && look(path) !== "link")
    .map((path): Spot => ({ type: "read", path }));
  return [...hidden, ...kept];
}

/** Sockets in the workspace are the user's own services there; elsewhere they are not our business. */
function isForeign(socket: string, { workspace, allowWrite, userHome }: SandboxPlan): boolean {
  return ![workspace, ...allowWrite].some(
    (root) => isWithin(root, socket) && !isWithin(root, userHome),
  );
}
