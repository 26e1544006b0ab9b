import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

function web(...args: readonly string[]) {
  const script = join(import.meta.dir, "web.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("--help of a script tells how it is called, and a flag it does not know is named", () => {
  const usage = "npm run web -- [--gateway URL] [--port PORT]\n";
  expect(web("--help")).toEqual({ status: 0, stdout: usage, stderr: "" });
  expect(web("--nope")).toEqual({
    status: 2,
    stdout: "",
    stderr: `Unknown option '--nope'.\n${usage}`,
  });
});
