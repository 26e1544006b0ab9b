import { expect, test } from "bun:test";
import { FakeClock, processGone, tempWorkspace } from "@squire/testkit";
import { runShell } from "./process.ts";

const env = { PATH: process.env["PATH"] };
const options = { timeoutMs: 10_000, env };

test("MODL-16: the output of a command, with the environment it is given and no other", async () => {
  const command = 'printf "%s|%s" "$SECRET" "$HOME"; echo oops >&2; exit 3';
  expect(await runShell(command, { ...options, env: { ...env, SECRET: "s3" } })).toEqual({
    end: "exited",
    exitCode: 3,
    stdout: "s3|",
    stderr: "oops\n",
  });
});

test("MODL-16: a command gets no input", async () => {
  expect(await runShell("cat", options)).toMatchObject({ end: "exited", stdout: "" });
});

test("MODL-16: endless output is cut and does not block", async () => {
  const { stdout, exitCode } = await runShell("yes | head -c 300000; exit 0", options);
  expect(stdout.length).toBe(64 * 1024);
  expect(exitCode).toBe(0);
});

test("MODL-16: on timeout the whole group is killed", async () => {
  await using dir = await tempWorkspace();
  const clock = new FakeClock();
  const limits = { ...options, cwd: dir.root, clock, timeoutMs: 500 };
  const running = runShell("sleep 30 & echo $! | tee pid; sleep 30", limits);
  // The time is over when its child is there.
  while ((await dir.read("pid").catch(() => "")) === "") await new Promise(setImmediate);
  await clock.advance(500);
  const { stdout, ...result } = await running;
  expect(result).toMatchObject({ end: "timed-out", exitCode: null });
  expect(await processGone(Number(stdout))).toBe(true);
});

test("MODL-16: an abort ends it at once", async () => {
  const controller = new AbortController();
  const running = runShell("sleep 30", { ...options, signal: controller.signal });
  controller.abort();
  expect(await running).toMatchObject({ end: "aborted", exitCode: null });
  expect(await runShell("echo x", { ...options, signal: controller.signal })).toMatchObject({
    end: "aborted",
    stdout: "",
  });
});

test("MODL-16: a child in the background does not hold up the result", async () => {
  const { end, stdout } = await runShell("sleep 30 & echo $!", options);
  expect(end).toBe("exited");
  expect(await processGone(Number(stdout))).toBe(true);
});

test("a command that no shell can take is no crash", async () => {
  expect(await runShell("echo a\0b", options)).toMatchObject({ end: "failed-to-start" });
});

test("a folder that is missing is no crash", async () => {
  expect(await runShell("echo x", { ...options, cwd: "/no/such/folder" })).toMatchObject({
    end: "failed-to-start",
    exitCode: null,
  });
});
