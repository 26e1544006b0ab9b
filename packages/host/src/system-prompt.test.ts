import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { execFileSync } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { loadSettings } from "./settings/load.ts";
import { systemPromptOf } from "./system-prompt.ts";

/** In a project that the user trusts. */
async function promptIn(dir: TempWorkspace) {
  const loaded = await loadSettings({
    home: dir.path("home"),
    userHome: dir.root,
    cwd: dir.path("project"),
    env: {},
    readTrusted: (path) => readFile(path, "utf8"),
  });
  return systemPromptOf(loaded);
}

const named = (file: string): string => `[agent]\nsystem_prompt_file = "${file}"\n`;

test("a prompt comes from the text, else from the file that the settings name", async () => {
  await using dir = await tempWorkspace({
    "home/config.toml": named("mine.md"),
    "home/mine.md": " Be brief.\n",
    "project/a": "",
  });
  expect(await promptIn(dir)).toEqual({ ok: true, text: "Be brief.", warnings: [] });
  await dir.write("project/squire.toml", named("docs/theirs.md"));
  // The project's file is not there: the user's own holds, and the user is told.
  const fallen = await promptIn(dir);
  expect(fallen).toMatchObject({ ok: true, text: "Be brief." });
  expect(JSON.stringify(fallen)).toContain("squire.toml: agent.system_prompt_file: ignored");
  await dir.write("project/docs/theirs.md", "Be long.\n");
  expect(await promptIn(dir)).toMatchObject({ ok: true, text: "Be long." });
  await dir.write("project/squire.toml", '[agent]\nsystem_prompt = "Hi."\n');
  expect(await promptIn(dir)).toMatchObject({ ok: true, text: "Hi." });
});

test("a file of the user's that is not there stops the run", async () => {
  await using dir = await tempWorkspace({ "home/config.toml": named("gone.md"), "project/a": "" });
  expect(await promptIn(dir)).toMatchObject({ ok: false, failure: { code: "config" } });
});

test("the user's own file may be a link", async () => {
  await using dir = await tempWorkspace({ "dotfiles/p.md": "Linked.\n", "project/a": "" });
  await dir.write("home/config.toml", named("p.md"));
  await symlink(dir.path("dotfiles/p.md"), dir.path("home/p.md"));
  expect(await promptIn(dir)).toMatchObject({ ok: true, text: "Linked." });
});

test("S22, S29: a project's prompt shows nothing from elsewhere and does not make it wait", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace({ "secret/key.txt": "canary-secret\n", "project/a": "" });
  await symlink(dir.path("secret/key.txt"), dir.path("project/file.md"));
  await symlink(dir.path("secret"), dir.path("project/folder"));
  execFileSync("mkfifo", [dir.path("project/pipe.md")]);
  for (const file of ["file.md", "folder/key.txt", "pipe.md", "../secret/key.txt"]) {
    await dir.write("project/squire.toml", named(file));
    expect(await promptIn(dir)).toMatchObject({ ok: true, text: "" });
  }
});
