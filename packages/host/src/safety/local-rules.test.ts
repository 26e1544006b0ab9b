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
