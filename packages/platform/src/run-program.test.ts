import { expect, test } from "bun:test";
import { runProgram } from "./run-program.ts";

const options = { env: { PATH: "/usr/bin:/bin" }, timeoutMs: 10_000 };

test.skipIf(process.platform === "win32")("no shell sees the arguments", async () => {
  const ran = await runProgram(
    ["/bin/sh", "-c", 'echo "$1"; echo err >&2; exit 3', "sh", "$(id) *"],
    options,
  );
  expect(ran).toEqual({ end: "exited", exitCode: 3, stdout: "$(id) *\n", stderr: "err\n" });
});

test("a program that is not there is told, not thrown", async () => {
  const { end, exitCode } = await runProgram(["/nowhere/at-all"], options);
  // Where a shell sets limits first, it is the shell that does not find it.
  expect(end === "failed-to-start" || exitCode === 127).toBe(true);
});
