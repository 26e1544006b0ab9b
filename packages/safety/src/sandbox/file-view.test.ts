import { expect, test } from "bun:test";
import { wrapInBubblewrap } from "./bubblewrap.ts";
import { fileView, type Spot } from "./file-view.ts";
import { guardedPaths } from "./guarded-paths.ts";
import type { Kind, SandboxPlan } from "./plan.ts";

const PLAN: SandboxPlan = {
  workspace: "/home/me/project",
  allowWrite: [],
  network: false,
  userHome: "/home/me",
  squireHome: "/home/me/.squire",
  temp: "/home/me/.squire/tmp/1",
  isRoot: false,
};

/** A disk with some folders (with a slash at the end), files, and links (with an @). */
function view(
  names: readonly string[],
  change: Partial<SandboxPlan> = {},
  config = "",
): readonly Spot[] {
  const disk = new Map<string, Kind>([
    ["/tmp", "folder"],
    ["/run", "folder"],
  ]);
  for (const name of [...names, `${change.workspace ?? PLAN.workspace}/`]) {
    const kind = name.endsWith("/") ? "folder" : name.endsWith("@") ? "link" : "file";
    disk.set(name.replace(/[/@]$/, ""), kind);
  }
  const look = (path: string): Kind | null => disk.get(path) ?? null;
  const plan = { ...PLAN, ...change };
  const guarded = guardedPaths(plan, look, () => config);
  const sockets = names.filter((name) => name.endsWith(".sock"));
  return fileView({ plan, look, guarded, isHeld: (path) => path.endsWith("/.codex"), sockets });
}

const short = (spots: readonly Spot[]): readonly string[] =>
  spots.map(({ type, path }) => `${type} ${path}`).filter((line) => !/ \/(?:tmp|run)$/.test(line));

test("only the workspace is writable; what is guarded in it is not, and cannot be moved", () => {
  const git = "/home/me/project/.git";
  expect(
    short(view([`${git}/`, `${git}/hooks/`, `${git}/config`, "/home/me/project/.vscode/"])),
  ).toEqual([
    "write /home/me/project",
    `write ${git}`,
    "read /home/me/project/.vscode",
    `read ${git}/hooks`,
    `read ${git}/config`,
  ]);
});

test("a name that is held is seen as an empty folder", () => {
  expect(short(view(["/home/me/project/.codex/"]))).toEqual([
    "write /home/me/project",
    "hidden /home/me/project/.codex",
  ]);
});

test("a link is left alone: a mount would cover what it leads to", () => {
  expect(short(view(["/home/me/project/.vscode@", "/home/me/.ssh@"]))).toEqual([
    "write /home/me/project",
  ]);
});

test("what lies in a hidden folder needs no cover, except what was allowed by name", () => {
  const spots = view(["/home/me/.squire/", "/home/me/.squire/x.sock", "/home/me/.squire/work/"], {
    workspace: "/home/me/.squire/work",
  });
  expect(short(spots)).toEqual(["hidden /home/me/.squire", "write /home/me/.squire/work"]);
});

test("sockets outside are hidden, those in the workspace are the user's", () => {
  const sockets = ["/home/me/a.sock", "/home/me/project/b.sock", "/tmp/c.sock"];
  expect(short(view(sockets))).toEqual(["hidden /home/me/a.sock", "write /home/me/project"]);
  expect(short(view(sockets, { workspace: "/home/me" }))).toContain("hidden /home/me/a.sock");
});

test("programs that git's settings name are guarded, words are not", () => {
  const at = (name: string): string => `/home/me/project/${name}`;
  const config = `[core]\n\thooksPath = hooks\n\tfsmonitor = .git/hooks/watch\n[credential]\n\thelper = store\n[include]\n\tpath = ../team.conf\n[filter "x"]\n\tclean = "scripts/clean --all"\n[diff "y"]\n\ttextconv = /usr/bin/strings\n`;
  const names = [
    ".git/",
    ".git/hooks/",
    ".git/hooks/watch",
    "hooks/",
    "store/",
    "team.conf",
    "scripts/",
    "scripts/clean",
  ];
  expect(short(view(names.map(at), {}, config))).toEqual([
    "write /home/me/project",
    `write ${at(".git")}`,
    `write ${at("scripts")}`,
    `read ${at("hooks")}`,
    `read ${at("team.conf")}`,
    `read ${at(".git/hooks")}`,
    `read ${at("scripts/clean")}`,
  ]);
});

test("hooks of a folder beside them are guarded with it, and nothing in it becomes writable", () => {
  const at = (name: string): string => `/home/me/project/${name}`;
  const config = "[core]\n\thooksPath = .husky/_\n\teditor = .husky/_/deep/edit\n";
  const names = [".git/", ".husky/", ".husky/_/", ".husky/_/deep/", ".husky/_/deep/edit"];
  const spots = short(view(names.map(at), {}, config));
  expect(spots).toContain(`read ${at(".husky")}`);
  expect(spots.filter((line) => line.includes(".husky/"))).toEqual([]);
});

test("what the user allows goes before what is guarded", () => {
  const hooks = "/home/me/project/.git/hooks";
  const names = ["/home/me/project/.git/", `${hooks}/`];
  expect(short(view(names))).toContain(`read ${hooks}`);
  expect(short(view(names, { allowWrite: [hooks] }))).toContain(`write ${hooks}`);
});

test("the command line: namespaces, parents before children, loader variables inside only", () => {
  const bubblewrap = { path: "/usr/bin/bwrap", noNamespaces: true, signalEnv: "/usr/bin/env" };
  const command = {
    argv: ["/bin/sh", "-c", "true"],
    cwd: "/home/me/project",
    env: { PATH: "/bin", LD_PRELOAD: "/x.so", TMPDIR: "/y", XDG_RUNTIME_DIR: "/run/user/1" },
  };
  const input = { bubblewrap, network: false, view: view(["/home/me/.ssh/"]), emptyFile: "/empty" };
  const wrapped = wrapInBubblewrap(command, input);
  expect(wrapped.env).toEqual({ PATH: "/bin", TMPDIR: "/tmp", SQUIRE_SANDBOX: "bubblewrap" });
  expect(wrapped.cwd).toBe("/");
  expect(wrapped.argv.join(" ")).toBe(
    "/usr/bin/bwrap --unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts" +
      " --unshare-cgroup-try --unshare-net --die-with-parent --cap-drop ALL --new-session" +
      " --ro-bind / / --dev /dev --proc /proc --perms 0555 --tmpfs /run --bind /home/me/.squire/tmp/1/tmp /tmp" +
      " --perms 0555 --tmpfs /home/me/.ssh --bind /home/me/project /home/me/project --remount-ro /proc" +
      " --setenv LD_PRELOAD /x.so --chdir /home/me/project -- /bin/sh -c true",
  );
  const own = wrapInBubblewrap({ ...command, ownSession: true }, { ...input, network: true });
  expect(own.argv).not.toContain("--new-session");
  expect(own.argv).not.toContain("--unshare-net");
  expect(own.argv[1]).toBe("--ignore-signal=TERM,INT,HUP,QUIT");
});
