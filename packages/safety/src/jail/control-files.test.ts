import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { CONTROL_FILES, CONTROL_FOLDERS, controlName, isGitInternal } from "./control-files.ts";

const isControlFile = (path: string): boolean => controlName(path) !== null;

test("S24: files that decide what runs are known, however they are spelled", () => {
  const control = [
    ".squire/permissions.toml",
    "squire.toml",
    "packages/a/.npmrc",
    ".mcp.json",
    ".git/hooks/pre-commit",
    ".git",
    "sub/.git/config",
    ".vscode/tasks.json",
    ".Cursor/MCP.json",
    ".claude/settings.json",
    ".CODEX",
    ".envrc",
    ".cargo/config.toml",
    "home/.config/fish/config.fish",
    ".bashrc",
    ".npmrc.",
    ".npmrc ",
    ".npmrc::$DATA",
    ".n\u200Bpmrc",
    "\uFF0Emcp.json",
    "VSCODE~1/tasks.json",
    "GIT~1/config",
    "SQUIRE~1.TOM",
    "a\\.git\\config",
    "./.squire/x",
  ];
  expect(control.filter((path) => !isControlFile(path))).toEqual([]);
});

test("S24: ordinary files are not", () => {
  const ordinary = [
    "",
    "src/git/config.ts",
    ".gitignore",
    ".gitattributes",
    ".github/workflows/ci.yml",
    "docs/squire.toml.md",
    "cargo/config.toml",
    "fish/config.fish",
    "npmrc",
    "vscode~/x",
    "v~1",
    "AGENTS.md",
    "package.json",
  ];
  expect(ordinary.filter(isControlFile)).toEqual([]);
});

test("S24: no change of case, no dot and no unseen character makes one ordinary", () => {
  const all = [...CONTROL_FILES, ...CONTROL_FOLDERS.map((name) => `${name}/x`)];
  const noise = fc.constantFrom("", "\u200B", "\u2060", "\uFEFF");
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.array(fc.tuple(fc.boolean(), noise)), (path, ways) => {
      const spelled = Array.from(path, (letter, at) => {
        const [upper, unseen] = ways[at] ?? [false, ""];
        return (upper ? letter.toUpperCase() : letter) + unseen;
      });
      expect(isControlFile(`deep/${spelled.join("")}`)).toBe(true);
    }),
  );
});

test("a repository's own data", () => {
  expect([".git", "a/.git/x", ".GIT./x", "git~1"].every(isGitInternal)).toBe(true);
  expect([".gitignore", "git", "x.git", ".github/x"].some(isGitInternal)).toBe(false);
});
