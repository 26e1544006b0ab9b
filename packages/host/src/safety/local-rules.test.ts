import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { execFileSync } from "node:child_process";
import { lstat, mkdir, readdir, symlink } from "node:fs/promises";
import { addLocalRule, readLocalRules } from "./local-rules.ts";

test("PERM-6 (part): what was allowed for good is read back with its line, once", async () => {
  await using dir = await tempWorkspace();
  expect(await readLocalRules(dir.root)).toEqual([]);
  await addLocalRule(dir.root, "bash(npm test)");
  await addLocalRule(dir.root, 'write(a "b".txt)');
  await addLocalRule(dir.root, "bash(npm test)");
  const file = dir.path(".squire/permissions.local.toml");
  expect(await readLocalRules(dir.root)).toEqual([
    { verdict: "allow", text: "bash(npm test)", origin: `${file}:4`, scope: "project" },
    { verdict: "allow", text: 'write(a "b".txt)', origin: `${file}:5`, scope: "project" },
  ]);
  expect((await lstat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dir.path(".squire"))).toEqual(["permissions.local.toml"]);
});

test("S29: rules behind a link or in a pipe count as none, and nobody waits for them", async () => {
  if (process.platform === "win32") return;
  const rules = '[permissions]\nallow = ["bash(*)"]\n';
  await using dir = await tempWorkspace({ "else/permissions.local.toml": rules, "linked/a": "" });
  await mkdir(dir.path("linked/.squire"));
  const target = dir.path("else/permissions.local.toml");
  await symlink(target, dir.path("linked/.squire/permissions.local.toml"));
  expect(await readLocalRules(dir.path("linked"))).toEqual([]);
  await mkdir(dir.path("piped/.squire"), { recursive: true });
  execFileSync("mkfifo", [dir.path("piped/.squire/permissions.local.toml")]);
  expect(await readLocalRules(dir.path("piped"))).toEqual([]);
});

test("S22, S26: a rule is written beside the project and through no link", async () => {
  await using dir = await tempWorkspace({
    "else/kept.toml": "kept\n",
    "linked/a": "",
    "own/a": "",
  });
  await symlink(dir.path("else"), dir.path("linked/.squire"));
  const refused = addLocalRule(dir.path("linked"), "bash(x)");
  expect(refused).rejects.toThrow("is a link");
  await refused.catch(() => {});
  // The file itself as a link is replaced; what it led to stays as it was.
  await mkdir(dir.path("own/.squire"));
  const file = dir.path("own/.squire/permissions.local.toml");
  await symlink(dir.path("else/kept.toml"), file);
  await addLocalRule(dir.path("own"), "bash(x)");
  expect((await lstat(file)).isFile()).toBe(true);
  expect(await readdir(dir.path("else"))).toEqual(["kept.toml"]);
  expect(await dir.read("else/kept.toml")).toBe("kept\n");
});
