import { expect, test } from "bun:test";
import type { ToolContext } from "@squire/agent";
import { processGone, tempWorkspace } from "@squire/testkit";
import { NO_SANDBOX } from "../shell/shell-ports.ts";
import { openShell } from "../shell/shell.ts";
import { bench as toolBench, type Bench } from "../testing/try-tool.ts";
import { runUserShell } from "./run-user-shell.ts";

const ENV = { PATH: process.env["PATH"] ?? "", SQUIRE_BASH_NO_LOGIN: "1" };
const bench = (cwd: string, given: Partial<ToolContext> = {}): Bench =>
  toolBench(cwd, { env: ENV, ...given });

test("SH-15 (part): a command of the user becomes an entry that the model sees, or does not", async () => {
  await using dir = await tempWorkspace({ "a.txt": "" });
  await using shell = openShell();
  const context = bench(dir.root);
  const shown = await runUserShell(shell, "ls; exit 3", { private: false, context });
  expect(shown).toEqual({
    type: "user_bash",
    command: "ls; exit 3",
    cwd: dir.root,
    output: "a.txt",
    exitCode: 3,
    private: false,
    truncated: false,
    durationMs: 0,
  });
  const secret = await runUserShell(shell, "echo x", { private: true, context });
  expect(secret).toMatchObject({ private: true, output: "x", exitCode: 0 });
});

test("SH-15 (part): long output goes to an artifact; the signal ends all, and there is no other limit", async () => {
  await using dir = await tempWorkspace();
  await using shell = openShell();
  const long = await runUserShell(shell, "seq 1 60000", {
    private: false,
    context: bench(dir.root),
  });
  expect(long).toMatchObject({ truncated: true, artifactId: "art_1", exitCode: 0 });
  expect(long.output.length).toBeLessThan(32_000);
  const stop = new AbortController();
  const context = { ...bench(dir.root, { signal: stop.signal }), report: () => stop.abort() };
  const stopped = await runUserShell(shell, "echo $$; sleep 60", { private: false, context });
  expect(stopped.exitCode).toBeNull();
  expect(await processGone(Number(stopped.output.split("\n")[0]))).toBe(true);
  expect(context.clock.pending).toBe(0);
});

test("SH-15 (part): it runs outside of the sandbox; what cannot run is told in the entry", async () => {
  await using dir = await tempWorkspace();
  const closed = { ...NO_SANDBOX, name: "closed", confines: true, wrap: () => null };
  await using shell = openShell({ sandbox: closed });
  const context = bench(dir.root);
  expect(await runUserShell(shell, "echo x", { private: false, context })).toMatchObject({
    output: "x",
  });
  expect(await runUserShell(shell, "a\0b", { private: false, context })).toMatchObject({
    output: "A command cannot contain a NUL character.",
    exitCode: null,
  });
  const gone = bench(dir.path("gone"));
  const failed = await runUserShell(shell, "true", { private: false, context: gone });
  expect(failed).toMatchObject({ exitCode: null });
  expect(failed.output).not.toBe("");
});
