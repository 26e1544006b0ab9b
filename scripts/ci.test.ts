import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";

const ROOT = dirname(import.meta.dir);
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "squire-ci-"));
  cpSync(join(ROOT, ".ci"), join(folder, "checkout/.ci"), { recursive: true });
  write("checkout/package.json", `{ "version": "1.2.3" }`);
  write("checkout/dist/squire", `#!/bin/sh\necho "squire 1.2.3"\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** Runs the script with an npm that only says what the real one would. */
function run(npm: { readonly test: string; readonly check: string; readonly build: string }) {
  write(
    "bin/npm",
    `#!/bin/sh
case "$*" in
  "test --silent") ${npm.test} ;;
  *check*) ${npm.check} ;;
  *build*) ${npm.build} ;;
  *judge*) echo "30 passed, 0 failed" ;;
esac
`,
  );
  const { SQUIRE_JUDGES: _judges, ...env } = process.env;
  const done = spawnSync(join(folder, "checkout/.ci/run"), [], {
    env: { ...env, PATH: `${join(folder, "bin")}:${process.env["PATH"]}` },
    encoding: "utf8",
  });
  return { code: done.status, last: done.stdout.trimEnd().split("\n").at(-1) };
}

const GOOD = {
  test: `echo "5 passed, 0 failed"`,
  check: `printf '✓ sizes\\n✓ types\\nall well\\n'`,
  build: "true",
};

test("all parts are summed into one last line", () => {
  expect(run(GOOD)).toEqual({ code: 0, last: "9 passed, 0 failed" });
});

test("judges are asked where their data lies", () => {
  write("shared/data", "");
  write("checkout/judges/main.ts", "");
  expect(run(GOOD)).toEqual({ code: 0, last: "39 passed, 0 failed" });
});

test("every failure is counted and nothing after it is left out", () => {
  const test = `echo "4 passed, 2 failed"; exit 1`;
  const check = `printf '✓ sizes\\n✗ types\\n1 of 2 steps failed\\n'; exit 1`;
  expect(run({ test, check, build: "exit 1" })).toEqual({ code: 1, last: "6 passed, 4 failed" });
});

test("a part that dies without a word is a failure", () => {
  expect(run({ ...GOOD, test: "exit 137", check: "exit 1" })).toEqual({
    code: 1,
    last: "2 passed, 2 failed",
  });
  write("checkout/dist/squire", `#!/bin/sh\necho "squire 0.0.0"\n`);
  expect(run(GOOD)).toEqual({ code: 1, last: "8 passed, 1 failed" });
});
