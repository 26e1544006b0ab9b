import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { findTool } from "./launch/find-tool.mjs";

const ROOT = dirname(import.meta.dir);
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "squire-check-"));
  for (const name of ["check.ts", "flags.ts", "check", "launch"]) {
    cpSync(join(ROOT, "scripts", name), join(folder, "scripts", name), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function check(...args: string[]) {
  const run = spawnSync(process.execPath, [join(folder, "scripts/check.ts"), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return {
    code: run.status,
    output: run.stdout.replaceAll(/\d+\.\d s/g, "N s"),
    error: run.stderr,
  };
}

test("one line per step, details only where something is wrong, and an exit code", () => {
  write("packages/llm/src/index.ts", `import { host } from "@squire/host";\n`);
  write("package-lock.json", "{}");
  expect(check("--only", "lockfile, arrows")).toEqual({
    code: 1,
    output: [
      "✗ arrows N s",
      "    packages/llm/src/index.ts:1: llm may not import host: move the type to protocol or the behaviour to a port.",
      "✓ lockfile N s",
      "1 of 2 steps failed",
      "",
    ].join("\n"),
    error: "",
  });
  expect(check("--only", "lockfile")).toMatchObject({
    code: 0,
    output: "✓ lockfile N s\nall well\n",
  });
});

test("a step that does not exist is told", () => {
  const { code, error } = check("--only", "sizes,wishes");
  expect(code).toBe(2);
  expect(error).toContain("Unknown step: wishes. There are: sizes, arrows,");
});

test("the linter stops functions that are too long or take too much", () => {
  const long = `export function long(): void {\n${"  void 0;\n".repeat(60)}}\n`;
  const wide = `export const wide = (a: 1, b: 2, c: 3, d: 4, e: 5) => [a, b, c, d, e];\n`;
  const path = write("linted.ts", long + wide);
  const config = join(ROOT, ".oxlintrc.json");
  const run = spawnSync("node", [findTool(ROOT, "oxlint"), "-c", config, path], {
    encoding: "utf8",
  });
  expect(run.status).toBe(1);
  expect(run.stdout).toContain("eslint(max-lines-per-function)");
  expect(run.stdout).toContain("eslint(max-params)");
});
