import { expect, test } from "bun:test";
import { riskyGitSettings } from "./git-settings.ts";

test("S13: settings that no environment takes back are found however they are written", () => {
  const found = (text: string): readonly string[] => riskyGitSettings(text);
  expect(found("[diff]\n external = x")).toEqual(["diff.external"]);
  expect(found("[DIFF]EXTERNAL=x")).toEqual(["diff.external"]);
  expect(found('[diff "a b"]\n\ttextconv = x\n\tcommand = y')).toEqual([
    "diff.a b.textconv",
    "diff.a b.command",
  ]);
  expect(found('[filter "x"]\nclean = a \\\n b')).toEqual(["filter.x.clean"]);
  expect(found("[include]\npath = ../x")).toEqual(["include.path"]);
  expect(found('[includeIf "gitdir:/"]\npath = x')).toEqual(["includeif.gitdir:/.path"]);
  expect(found("[core]\nworktree = /")).toEqual(["core.worktree"]);
  expect(found("\uFEFF[diff]\r\nexternal=x\r\n")).toEqual(["diff.external"]);
});

test("ordinary settings are not, nor those of git-lfs", () => {
  expect(
    riskyGitSettings(
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = x\n[diff]\n\trenames = true',
    ),
  ).toEqual([]);
  const lfs =
    '[filter "lfs"]\n clean = git-lfs clean -- %f\n smudge = git-lfs smudge -- %f\n process = git-lfs filter-process\n required = true';
  expect(riskyGitSettings(lfs)).toEqual([]);
  expect(riskyGitSettings('[filter "lfs"]\n clean = rm -rf x')).toEqual(["filter.lfs.clean"]);
});
