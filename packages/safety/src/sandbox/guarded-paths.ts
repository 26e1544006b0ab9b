import { join } from "node:path";
import { isCredentialPath } from "../decide/credential-path.ts";
import { isWithin, type Look, type SandboxPlan } from "./plan.ts";
import {
  GIT_GUARDED,
  GUARDED_NAMES,
  HOME_GUARDED,
  HOME_GUARDED_IF_THERE,
  WATCHED_NAMES,
} from "./protected-names.ts";

/** What is put in the place of a control file that is missing, so that nobody can create it. */
export type Holder = { readonly kind: "folder" } | { readonly kind: "file"; readonly text: string };

/** A control file inside a writable root. */
export type Guarded = {
  readonly path: string;
  /** The writable root it lies in. */
  readonly root: string;
  /** Null: reported when it appears, but not prevented. */
  readonly holder: Holder | null;
};

const FOLDER: Holder = { kind: "folder" };

/** All control files that commands could otherwise change; `hooks` are folders git's settings name. */
export function guardedPaths(
  plan: SandboxPlan,
  look: Look,
  readText: (path: string) => string | null,
  listNames: (folder: string) => readonly string[] = () => [],
): readonly Guarded[] {
  const roots = [plan.workspace, ...plan.allowWrite].filter((root) => look(root) === "folder");
  const found = roots.flatMap((root): readonly Guarded[] => {
    if (isGitFolder(root, look)) return gitInternals(root, root);
    if (isWorktreeFolder(root, look)) return worktreeInternals(root);
    return [
      ...GUARDED_NAMES.map((name) => ({ path: join(root, name), root, holder: FOLDER })),
      ...WATCHED_NAMES.map((name) => ({ path: join(root, name), root, holder: null })),
      ...credentials(root, listNames),
      ...gitPaths(root, look, readText),
    ];
  });
  return withoutDoubles([...found, ...homePaths(plan, roots)]);
}

/** Files with credentials that lie at the top: commands may read them there, and leave them be. */
function credentials(
  root: string,
  listNames: (folder: string) => readonly string[],
): readonly Guarded[] {
  return listNames(root)
    .filter((name) => isCredentialPath(`/${name}`))
    .map((name) => ({ path: join(root, name), root, holder: null }));
}

/** Only those who work in the home folder, or above it, could write to it. */
function homePaths({ userHome }: SandboxPlan, roots: readonly string[]): Guarded[] {
  const guarded = (name: string, holder: Holder | null): Guarded[] => {
    const path = join(userHome, name);
    const root = roots.find((candidate) => isWithin(candidate, path) && candidate !== path);
    return root === undefined ? [] : [{ path, root, holder }];
  };
  return [
    ...HOME_GUARDED.flatMap((name) => guarded(name, FOLDER)),
    ...HOME_GUARDED_IF_THERE.flatMap((name) => guarded(name, null)),
  ];
}

function gitPaths(
  root: string,
  look: Look,
  readText: (path: string) => string | null,
): readonly Guarded[] {
  const git = join(root, ".git");
  // A file leads to a repository elsewhere; it is held like any other.
  if (look(git) !== "folder") return [{ path: git, root, holder: FOLDER }];
  return [
    ...gitInternals(git, root),
    ...programsOf(readText(join(git, "config")) ?? "", root, look).map((path) => {
      return { path, root, holder: null };
    }),
    // With a broken `.git` beside it, git takes the folder itself for a repository.
    { path: join(root, "HEAD"), root, holder: null },
  ];
}

function gitInternals(git: string, root: string): readonly Guarded[] {
  const inside = (name: string, holder: Holder | null) => ({ path: join(git, name), root, holder });
  return [
    ...GIT_GUARDED.folders.map((name) => inside(name, FOLDER)),
    ...Object.entries(GIT_GUARDED.files).map(([name, text]) =>
      inside(name, { kind: "file", text }),
    ),
    ...GIT_GUARDED.ifThere.map((name) => inside(name, null)),
  ];
}

/** Somebody allowed the repository of another worktree: still nothing in it that git runs. */
function isGitFolder(root: string, look: Look): boolean {
  return look(join(root, "HEAD")) === "file" && look(join(root, "objects")) === "folder";
}

/** What git keeps of one worktree: its state, and where everything else is. */
function isWorktreeFolder(root: string, look: Look): boolean {
  return look(join(root, "HEAD")) === "file" && look(join(root, "commondir")) === "file";
}

function worktreeInternals(root: string): readonly Guarded[] {
  return ["commondir", "gitdir", "config.worktree"].map((name) => {
    return { path: join(root, name), root, holder: null };
  });
}

const PROGRAM_KEYS =
  /^[ \t]*(hookspath|path|fsmonitor|sshcommand|askpass|editor|pager|textconv|command|clean|smudge|process|driver|external|program|helper|cmd|attributesfile)[ \t]*=[ \t]*"?!?[ \t]*([^\s"#;]+)/gim;

/** Files and folders of the workspace that git's settings run or read settings from. */
function programsOf(config: string, root: string, look: Look): readonly string[] {
  return [...config.matchAll(PROGRAM_KEYS)].flatMap(([, key = "", value = ""]) => {
    // A bare word is the name of a program, except where only a folder makes sense.
    if (!value.includes("/") && key.toLowerCase() !== "hookspath") return [];
    const places = [join(root, value), join(root, ".git", value), join("/", value)];
    return places.filter((path) => look(path) !== null).flatMap((path) => ownedBy(root, path));
  });
}

/** What to guard so that a program stays what it is; nothing when it lies elsewhere. */
function ownedBy(root: string, path: string): readonly string[] {
  if (!isWithin(root, path) || path === root || path === join(root, ".git")) return [];
  const top = path.slice(root.length + 1).split("/", 1)[0] ?? "";
  // The wrappers of hooks call their neighbours: `.husky/_/pre-commit` runs `.husky/pre-commit`.
  return [top.startsWith(".") && top !== ".git" ? join(root, top) : path];
}

function withoutDoubles(guarded: readonly Guarded[]): readonly Guarded[] {
  const byPath = new Map<string, Guarded>();
  for (const item of guarded) {
    if (byPath.get(item.path)?.holder == null) byPath.set(item.path, item);
  }
  return [...byPath.values()];
}
