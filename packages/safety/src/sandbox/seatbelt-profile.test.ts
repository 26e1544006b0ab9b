import { expect, test } from "bun:test";
import { guardedPaths } from "./guarded-paths.ts";
import type { Kind, SandboxPlan } from "./plan.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

const PLAN: SandboxPlan = {
  workspace: "/Users/me/my (project)",
  allowWrite: ["/Users/me/more"],
  network: false,
  userHome: "/Users/me",
  squireHome: "/Users/me/.squire",
  temp: "/Users/me/.squire/tmp/1",
  isRoot: false,
};

function profile(change: Partial<SandboxPlan> = {}): readonly string[] {
  const plan = { ...PLAN, ...change };
  const folders = [
    plan.workspace,
    `${plan.workspace}/.git`,
    "/Users/me/more",
    "/Users/me/.ssh",
    "/Users/me/.npm",
    plan.squireHome,
  ];
  const look = (path: string): Kind | null => (folders.includes(path) ? "folder" : null);
  const guarded = guardedPaths(plan, look, () => null).filter(
    ({ path, root }) => root === plan.workspace && /\/(?:\.squire|\.git\/hooks)$/.test(path),
  );
  return seatbeltProfile({ plan, look, guarded }).split("\n");
}

test("SBX-2 (part): the profile for macOS", () => {
  expect(profile().join("\n")).toBe(String.raw`(version 1)
(deny default)
(allow process-exec*)
(allow process-fork)
(allow process-info* (target same-sandbox))
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow user-preference-read)
(allow ipc-posix-sem)
(allow pseudo-tty)
(allow file-ioctl (regex #"^/dev/(tty|pty)"))
(allow mach-lookup (global-name "com.apple.FSEvents") (global-name "com.apple.bsd.dirhelper") (global-name "com.apple.diagnosticd") (global-name "com.apple.logd") (global-name "com.apple.system.DirectoryService.libinfo_v1") (global-name "com.apple.system.logger") (global-name "com.apple.system.notification_center") (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.opendirectoryd.membership"))
(allow file-read*)
(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom") (literal "/dev/tty") (literal "/dev/ptmx") (literal "/dev/dtracehelper") (regex #"^/dev/(tty|fd/)"))
(allow file-write* (subpath "/Users/me/.npm"))
(allow file-write* (subpath "/Users/me/my (project)"))
(allow file-write* (subpath "/Users/me/more"))
(allow file-write* (subpath "/Users/me/.squire/tmp/1/tmp"))
(deny file-read* file-write* (subpath "/Users/me/.ssh"))
(deny file-read* file-write* (subpath "/Users/me/.squire"))
(deny file-write* (regex #"^/Users/me/my \(project\)/\.[sS][qQ][uU][iI][rR][eE](/|$)"))
(deny file-write* (regex #"^/Users/me/my \(project\)/\.[gG][iI][tT]/[hH][oO][oO][kK][sS](/|$)"))
(deny file-write-unlink file-write-create (regex #"^/Users/me/my \(project\)/\.[gG][iI][tT]$"))
(allow file-read* file-write* (subpath "/Users/me/.squire/tmp/1/tmp"))
(allow network-bind network-inbound network-outbound (subpath "/Users/me/my (project)") (subpath "/Users/me/.squire/tmp/1/tmp"))
`);
});

test("SBX-2 (part): the network is in the profile only when it is allowed", () => {
  const allowed = profile({ network: true });
  expect(allowed).toContain("(allow network*)");
  expect(profile()).not.toContain("(allow network*)");
  expect(profile().join("\n")).not.toContain("dnssd");
  expect(allowed.join("\n")).toContain("dnssd");
});

test("names from the disk cannot add rules", () => {
  const workspace = '/Users/me/x")) (allow default) ((subpath "';
  const lines = profile({ workspace });
  for (const line of lines)
    expect(line).not.toMatch(/^\(allow default\)|[^\\]"\)\) \(allow default/);
  expect(lines.join("\n")).toContain(
    String.raw`(subpath "/Users/me/x\")) (allow default) ((subpath \"")`,
  );
});
