import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { loadSettings } from "./settings/load.ts";
import { systemPromptOf } from "./system-prompt.ts";

async function promptIn(dir: TempWorkspace) {
  const cwd = dir.path("project");
  return systemPromptOf(
    await loadSettings({ home: dir.path("home"), userHome: dir.root, cwd, env: {} }),
  );
}

const named = (file: string): string => `[agent]\nsystem_prompt_file = "${file}"\n`;

test("a prompt comes from the text, else from the file that the settings name", async () => {
  await using dir = await tempWorkspace({
    "home/config.toml": named("mine.md"),
    "home/mine.md": " Be brief.\n",
    "project/a": "",
  });
  expect(await promptIn(dir)).toEqual({ ok: true, text: "Be brief." });
  await dir.write("project/squire.toml", named("docs/theirs.md"));
  expect(await promptIn(dir)).toMatchObject({ ok: false });
  await dir.write("project/docs/theirs.md", "Be long.\n");
  expect(await promptIn(dir)).toEqual({ ok: true, text: "Be long." });
  await dir.write("project/squire.toml", '[agent]\nsystem_prompt = "Hi."\n');
  expect(await promptIn(dir)).toEqual({ ok: true, text: "Hi." });
});

test("the user's own file may be a link", async () => {
  await using dir = await tempWorkspace({ "dotfiles/p.md": "Linked.\n", "project/a": "" });
  await dir.write("home/config.toml", named("p.md"));
  await symlink(dir.path("dotfiles/p.md"), dir.path("home/p.md"));
  expect(await promptIn(dir)).toEqual({ ok: true, text: "Linked." });
});

test("S22, S29: a project's prompt shows nothing from elsewhere and does not make it wait", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace({ "secret/key.txt": "canary-secret\n", "project/a": "" });
  await symlink(dir.path("secret/key.txt"), dir.path("project/file.md"));
  await symlink(dir.path("secret"), dir.path("project/folder"));
  execFileSync("mkfifo", [dir.path("project/pipe.md")]);
  for (const file of ["file.md", "folder/key.txt", "pipe.md", "../secret/key.txt"]) {
    await dir.write("project/squire.toml", named(file));
    expect(JSON.stringify(await promptIn(dir))).not.toContain("canary-secret");
  }
});
