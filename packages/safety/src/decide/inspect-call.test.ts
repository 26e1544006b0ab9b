import { mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { JudgedCall } from "@squire/protocol";
import { decide } from "./decide.ts";
import { lexicalFacts } from "./facts.ts";
import { inspectCall, type InspectPorts } from "./inspect-call.ts";
import { bashCall, callOf, POLICY, policyOf, STATE } from "./test-gate.ts";
import type { GateWorkspace } from "./workspace.ts";

const PORTS: InspectPorts = {
  realpath: (path) => realpath(path).catch(() => null),
  readText: (path) => readFile(path, "utf8").catch(() => null),
};

const workspaceAt = (root: string): GateWorkspace => ({
  root: `${root}/ws`,
  writable: [],
  home: `${root}/home`,
  squireHome: `${root}/home/.squire`,
  ignoresCase: false,
});

async function verdict(call: JudgedCall, root: string, policy = POLICY): Promise<string> {
  const workspace = workspaceAt(root);
  const facts = await inspectCall(call, workspace, PORTS);
  return decide({ call, facts, policy, state: { ...STATE, workspace } }).verdict;
}

test("S22: links are followed before anything is decided", async () => {
  await using dir = await tempWorkspace({
    "ws/a.txt": "",
    "ws/sub/b.txt": "",
    "home/.ssh/id_rsa": "",
    "home/.squire/config.toml": "",
    "outside/x.txt": "",
    "ws-evil/y.txt": "",
  });
  const root = await realpath(dir.root);
  await symlink(`${root}/outside`, `${root}/ws/out`);
  await symlink(`${root}/home/.ssh/id_rsa`, `${root}/ws/innocent.txt`);
  await symlink(`${root}/home/.squire`, `${root}/ws/settings`);
  await symlink("sub", `${root}/ws/inner`);
  await symlink(`${root}/outside/nowhere`, `${root}/ws/dangling`);
  await mkdir(`${root}/ws/.vscode`);
  await symlink(".vscode", `${root}/ws/editor`);
  const allow = policyOf({ allow: ["bash", "write", "read"] });
  const write = (path: string): JudgedCall => callOf("write", { path, content: "" }, "write");

  expect(await verdict(write("out/x.txt"), root, allow)).toBe("deny");
  expect(await verdict(write("out/new/x.txt"), root, allow)).toBe("deny");
  expect(await verdict(write("settings/config.toml"), root, allow)).toBe("deny");
  expect(await verdict(write("../ws-evil/y.txt"), root, allow)).toBe("deny");
  expect(await verdict(write("inner/b.txt"), root, allow)).toBe("allow");
  expect(await verdict(write("inner/../../outside/x.txt"), root, allow)).toBe("deny");
  expect(await verdict(write("out/../a.txt"), root, allow)).toBe("deny");
  expect(await verdict(write("editor/settings.json"), root, allow)).toBe("ask");
  expect(await verdict(bashCall("echo x > settings/config.toml"), root, allow)).toBe("deny");
  expect(await verdict(bashCall("cd settings && touch config.toml"), root, allow)).toBe("deny");
  expect(await verdict(bashCall("cat innocent.txt"), root)).toBe("ask");
  expect(await verdict(bashCall("cat out/x.txt"), root)).toBe("ask");
  expect(await verdict(bashCall("cd out && cat ../ws/a.txt"), root)).toBe("allow");
  expect(await verdict(bashCall("cd inner && cat b.txt"), root)).toBe("allow");
  expect(await verdict(callOf("read", { path: "innocent.txt" }, "read"), root)).toBe("ask");
  // The letters alone do not tell: the planted twin.
  const workspace = workspaceAt(root);
  const call = bashCall("cat innocent.txt");
  const blind = {
    call,
    facts: lexicalFacts(call, workspace),
    policy: POLICY,
    state: { ...STATE, workspace },
  };
  expect(decide(blind).verdict).toBe("allow");
});

test("FS-6 (part): a leading slash means the workspace when nothing is there", async () => {
  await using dir = await tempWorkspace({ "ws/src/a.ts": "" });
  const root = await realpath(dir.root);
  const allow = policyOf({ allow: ["write(src/*)"] });
  expect(await verdict(callOf("write", { path: "/src/a.ts" }, "write"), root, allow)).toBe("allow");
  expect(await verdict(callOf("write", { path: "/etc/hosts" }, "write"), root, allow)).toBe("deny");
});

test("S13: settings of the repository that git would run make it ask", async () => {
  await using dir = await tempWorkspace({
    "ws/.git/config": "[core]\n\tbare = false\n",
    "ws/evil/.git/config": "[diff]\n\texternal = x\n",
    "ws/linked/.git": "gitdir: ../.git/worktrees/linked\n",
    "ws/.git/worktrees/linked/commondir": "../..\n",
    "ws/.git/worktrees/linked/config.worktree": '[filter "x"]\n\tclean = y\n',
  });
  const root = await realpath(dir.root);
  expect(await verdict(bashCall("git status"), root)).toBe("allow");
  expect(await verdict(bashCall("git -C evil diff"), root)).toBe("ask");
  expect(await verdict(bashCall("cd evil && git diff"), root)).toBe("ask");
  expect(await verdict(bashCall("cd linked && git status"), root)).toBe("ask");
  expect(await verdict(bashCall("cd evil && ls"), root)).toBe("allow");
  await writeFile(`${root}/ws/.gitmodules`, '[submodule "a"]\n\tignore = none\n');
  expect(await verdict(bashCall("git status"), root)).toBe("ask");
});
