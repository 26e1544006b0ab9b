import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE_CHECKOUTS } from "./testing/hostile-checkouts.ts";
import { plant } from "./testing/plant.ts";

const STRACE = "/usr/bin/strace";

/** What a program under trace started and whom it called, besides itself. */
function traced(code: string, cwd: string, log: string): readonly string[] {
  const flags = ["--no-env-file", "--config=/dev/null", "--no-install"];
  execFileSync(
    STRACE,
    [
      "-f",
      "-qq",
      "-s",
      "300",
      "-e",
      "trace=execve,execveat,connect,sendto",
      "-o",
      log,
      process.execPath,
      ...flags,
      "-e",
      code,
    ],
    { cwd, stdio: ["ignore", "inherit", "inherit"] },
  );
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => /execve|connect\(|sendto\(/.test(line))
    .slice(1);
}

const inspect = `
  import { inspectFolder } from ${JSON.stringify(join(import.meta.dir, "inspect-folder.ts"))};
  const { influencers } = await inspectFolder(".");
  if (influencers === undefined) process.exit(1);
`;

// A traced run takes a second; the whole list is opened by the faces' own tests.
const SAMPLE = HOSTILE_CHECKOUTS.filter((_, index) => index % 6 === 0);

for (const checkout of SAMPLE) {
  test.skipIf(!existsSync(STRACE))(
    `S29: looking starts nothing and calls nobody: ${checkout.name}`,
    () => {
      using planted = plant(checkout);
      expect(traced(inspect, planted.root, join(planted.home, "trace"))).toEqual([]);
      expect(planted.ran()).toEqual([]);
    },
    // Every call to the system stops for the trace: seconds, and a minute where the core is busy.
    180_000,
  );
}

test.skipIf(!existsSync(STRACE))("the trace sees what a careless look would start", () => {
  const checkout = HOSTILE_CHECKOUTS.find(({ name }) => name === "git: fsmonitor");
  if (checkout === undefined) throw new Error("it is gone");
  using planted = plant(checkout);
  const careless = `require("node:child_process").spawnSync("git", ["status"]);`;
  const seen = traced(careless, planted.root, join(planted.home, "trace"));
  expect(seen.some((line) => line.includes("git"))).toBe(true);
  expect(planted.ran()).toEqual(["fsmonitor"]);
});
