import { expect, test } from "bun:test";
import { CONTROL_FILES, CONTROL_FOLDERS, controlName } from "./control-files.ts";
import { SOURCES } from "../trust/sources.ts";

test("S24, S25: what the jail and the sandbox guard, the gate asks about", () => {
  const guarded = [...CONTROL_FOLDERS.map((name) => `${name}/x`), ...CONTROL_FILES];
  expect(guarded.filter((path) => controlName(path) === null)).toEqual([]);
});

test("S25: so does everything that takes effect in a trusted folder, but for variables", () => {
  const names = SOURCES.map(({ name }) => name).filter((name) => name !== ".env");
  expect(names.filter((name) => controlName(name) === null)).toEqual([]);
});

test("ordinary files are none", () => {
  for (const path of ["src/git.ts", "docs/mise.md", "package.json", "gitignore", "a/b.toml"]) {
    expect(controlName(path)).toBeNull();
  }
});
