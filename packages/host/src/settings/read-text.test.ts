import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { chmod, symlink, truncate } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { loadSettings } from "./load.ts";
import { formatProblem } from "./problem.ts";
import { readProjectText, readTextFile } from "./read-text.ts";

test("CFG-2: text comes with or without a byte order mark, with any line ends", async () => {
  await using dir = await tempWorkspace({ bom: "\uFEFFa = 1\r\n", empty: "" });
  expect(await readTextFile(dir.path("bom"))).toEqual({ type: "text", text: "a = 1\r\n" });
  expect(await readTextFile(dir.path("empty"))).toEqual({ type: "text", text: "" });
});

test("CFG-2: what is not there is missing, what cannot be read says why", async () => {
  await using dir = await tempWorkspace({
    "folder/x": "",
    binary: new Uint8Array([0x61, 0xff, 0xfe]),
    huge: "#".repeat(1_000_001),
    full: "#".repeat(1_000_000),
    secret: "a = 1",
  });
  await symlink(dir.path("loop"), dir.path("loop"));
  await chmod(dir.path("secret"), 0o000);
  const reason = async (name: string): Promise<string> => {
    const read = await readTextFile(dir.path(name));
    return read.type === "unreadable" ? read.reason : read.type;
  };
  expect(await reason("nothing")).toBe("missing");
  expect(await reason("secret/below")).toBe("missing");
  expect(await reason("folder")).toBe("it is a folder, not a file");
  expect(await reason("binary")).toContain("not UTF-8");
  expect(await reason("huge")).toBe("it is larger than 1 MB");
  expect(await reason("full")).toBe("text");
  expect(await reason("loop")).toContain("circle");
  if (process.getuid?.() !== 0) expect(await reason("secret")).toContain("permission");
});

test("CFG-2: a pipe in place of a file does not make it wait", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace();
  execFileSync("mkfifo", [dir.path("config.toml")]);
  expect(await readTextFile(dir.path("config.toml"))).toEqual({
    type: "unreadable",
    reason: "it is not a regular file",
  });
});

test("CFG-1, CFG-2: real files: CRLF, byte order mark, a folder where a file should be", async () => {
  await using dir = await tempWorkspace({
    "home/config.toml": "\uFEFF# hello\r\n[agent]\r\nmax_steps = 'x'\r\ntemperature = 1\r\n",
    "project/squire.toml/x": "",
    "project/src/main.ts": "",
  });
  const { settings, problems } = await loadSettings({
    home: dir.path("home"),
    userHome: dir.root,
    cwd: dir.path("project/src"),
    env: {},
  });
  expect(settings.agent.temperature).toBe(1);
  expect(problems.map(formatProblem)).toEqual([
    `${dir.path("project/squire.toml")}: cannot be read: it is a folder, not a file.`,
    `${dir.path("home/config.toml")}:3:1: agent.max_steps: expected a whole number, found the text "x".`,
  ]);
});

test("S22, S29: a project's file is a plain file, or it is not read and not waited for", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace({ "secret.toml": 'default_model = "a/b"\n', huge: "" });
  const link = (target: string, name: string) => symlink(target, dir.path(name));
  await link(dir.path("secret.toml"), "link");
  await link("link", "chain");
  await link("loop", "loop");
  await link("nothing", "dangling");
  await link("/dev/zero", "device");
  execFileSync("mkfifo", [dir.path("pipe")]);
  await link("pipe", "to-pipe");
  // Without content on the disk: only its length is there.
  await truncate(dir.path("huge"), 2 ** 40);
  for (const name of ["link", "chain", "loop", "dangling", "device", "pipe", "to-pipe", "huge"]) {
    expect(await readProjectText(dir.path(name))).toMatchObject({ type: "unreadable" });
  }
  expect(await readProjectText(dir.path("secret.toml"))).toMatchObject({ type: "text" });
  // The user's own file may be a link: dotfiles often are.
  expect(await readTextFile(dir.path("chain"))).toMatchObject({ type: "text" });
});

test("S29, CFG-2: a squire.toml that is a link has no effect, and the user is told", async () => {
  await using dir = await tempWorkspace({
    "elsewhere.toml": "[agent]\nmax_steps = 7\n",
    "home/config.toml": "",
    "project/a": "",
  });
  await symlink(dir.path("elsewhere.toml"), dir.path("project/squire.toml"));
  const { settings, problems } = await loadSettings({
    home: dir.path("home"),
    userHome: dir.root,
    cwd: dir.path("project"),
    env: {},
  });
  expect(settings.agent.maxSteps).toBe(128);
  expect(problems.map(formatProblem)).toEqual([
    `${dir.path("project/squire.toml")}: cannot be read: it is a link; a project's file has to be a file.`,
  ]);
});
