import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { riskyGitSettings } from "./git-settings.ts";
import { neutralGitEnv } from "./neutral-git.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;

/** Settings that make git run a program, and a reading command that falls for it. */
const HOSTILE: readonly (readonly [key: string, command: string, value?: string])[] = [
  ["core.fsmonitor", "git status"],
  ["core.fsmonitor", "git diff"],
  ["core.fsmonitor", "git ls-files -m"],
  ["diff.external", "git diff"],
  ["diff.evil.command", "git diff"],
  ["diff.evil.textconv", "git diff"],
  ["diff.evil.textconv", "git log -p"],
  ["diff.evil.textconv", "git show"],
  ["diff.evil.textconv", "git blame a.txt"],
  ["filter.evil.clean", "git status"],
  ["filter.evil.clean", "git diff --stat"],
  ["filter.evil.process", "git status"],
  ["core.hooksPath", "git status", "hooks"],
  ["gpg.program", "git log --format=%G?"],
  ["core.pager", "git -p log"],
  ["pager.log", "git -p log"],
];

type Repo = { readonly root: string; readonly canary: string };

function git(
  repo: Repo,
  command: string,
  env: Readonly<Record<string, string>> = {},
): number | null {
  const { PATH = "" } = process.env;
  const home = {
    PATH,
    HOME: repo.root,
    GIT_CONFIG_NOSYSTEM: "1",
    CANARY: repo.canary,
    LC_ALL: "C",
  };
  return spawnSync("/bin/sh", ["-c", command], {
    cwd: `${repo.root}/repo`,
    env: { ...home, ...env },
  }).status;
}

async function hostileRepo(): Promise<AsyncDisposable & Repo> {
  const dir = await tempWorkspace({
    "repo/a.txt": "hi\n",
    "repo/.gitattributes": "*.txt diff=evil filter=evil\n",
    "repo/hooks/post-index-change": '#!/bin/sh\ntouch "$CANARY"\n',
  });
  const repo = { root: dir.root, canary: dir.path("canary") };
  const made = git(
    repo,
    "chmod +x hooks/*; git init -q . && git add a.txt .gitattributes && git -c user.name=a -c user.email=a@b commit -qm x && touch -t 200001010101 a.txt && printf 'ho\\n' > a.txt && printf 'tree x\\n\\n' >/dev/null",
  );
  if (made !== 0) throw new Error("no repository could be made");
  return Object.assign(repo, { [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose]() });
}

/** Whether the command ran the program that the setting names. */
function falls(
  repo: Repo,
  [key, command, value = 'touch "$CANARY"; cat']: (typeof HOSTILE)[number],
  env = {},
): boolean {
  rmSync(repo.canary, { force: true });
  const script = `git config ${key} '${value === "hooks" ? `${repo.root}/repo/hooks` : value}' && touch a.txt && ${command}; git config --unset ${key}`;
  git(repo, script, env);
  return existsSync(repo.canary);
}

test.skipIf(!hasGit)("S13: reading git runs no helper that a repository names", async () => {
  await using repo = await hostileRepo();
  const neutral = neutralGitEnv();
  const unsafe = HOSTILE.filter((hostile) => {
    const [key] = hostile;
    const [section = "", ...rest] = key.split(".");
    const name = rest.pop() ?? "";
    const header = rest.length === 0 ? `[${section}]` : `[${section} "${rest.join(".")}"]`;
    // Either the environment takes the power from it, or the gate finds it and asks.
    const found = riskyGitSettings(`${header}\n\t${name} = x\n`).length > 0;
    return !found && falls(repo, hostile, neutral);
  });
  expect(unsafe).toEqual([]);
  // Without the environment, and without looking, most of them do run: the test can fail.
  const fell = HOSTILE.filter((hostile) => falls(repo, hostile));
  expect(fell.length).toBeGreaterThan(8);
});

test.skipIf(!hasGit)("S13: with that environment git still answers", async () => {
  await using repo = await hostileRepo();
  for (const command of [
    "git status",
    "git diff",
    "git log -p",
    "git show",
    "git blame a.txt",
    "git branch -a",
  ]) {
    expect(git(repo, command, neutralGitEnv())).toBe(0);
  }
});
